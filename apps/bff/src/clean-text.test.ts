import { cleanText, printable } from './clean-text';

/** Control characters, half a surrogate pair, invisible and direction marks, separators. */
const unfit = /[^\P{Cc}\n]|[\p{Cs}\p{Cf}\p{Zl}\p{Zp}]/u;
const hostile = ['a\0b', '\x1b[2J', 'c\r\nd', 'e\ud800', '\udc00f', '\u202egnp.\u2066', 'g\u2028\u0085h', '\u{e0001}'];

test('a cleaned text has nothing that the database refuses or a terminal obeys', () => {
  expect(hostile.map(cleanText)).toEqual(['a b', '[2J', 'c d', 'e', 'f', 'gnp.', 'g h', '']);
  expect(cleanText('नोवा 😀')).toBe('नोवा 😀');
});

test('a printed text has escapes instead, which JSON reads as the same value', () => {
  for (const text of hostile) {
    expect(unfit.test(printable(text))).toBe(false);
    expect(JSON.parse(printable(JSON.stringify({ text })))).toEqual({ text });
  }
});
