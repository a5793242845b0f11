import { isEmailAddress, isOperatorAddress } from './email-address';

const longest = `${'a'.repeat(64)}@lab.example`;

test('mail can be sent to an address with odd but valid characters, up to the lengths of mail servers', () => {
  for (const text of ["o'brien+tag_=?#{}|~%&*/^$!a@lab.example", longest])
    expect([text, isEmailAddress(text)]).toEqual([text, true]);
  for (const text of [`b${longest}`, `a@${'b'.repeat(64)}.example`, `${'a.'.repeat(32)}a@lab.example`])
    expect([text, isEmailAddress(text)]).toEqual([text, false]);
});

test('an address that a header or an SMTP command could read as more is none', () => {
  for (const text of [
    'a@lab.example\r\nBcc: b@lab.example',
    'a@lab.example>\r\nRCPT TO:<b@lab.example',
    'ash\u0430@lab.example',
    'a@lab.example\n.\nMAIL FROM:<x@y.example>',
  ])
    expect([text, isEmailAddress(text)]).toEqual([text, false]);
});

test('the mail server of an operator may have a name without a dot', () => {
  expect([isOperatorAddress('operator@localhost'), isEmailAddress('operator@localhost')]).toEqual([true, false]);
});
