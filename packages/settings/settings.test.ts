import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvFile } from './settings.cjs';

const folder = mkdtempSync(join(tmpdir(), 'novacore-env-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const utf16 = (text: string, bigEndian = false) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};
function read(content: string | Buffer) {
  const file = join(folder, 'env');
  writeFileSync(file, content);
  return readEnvFile(file);
}

describe('.env', () => {
  test('is read as it is written, whatever the editor', () => {
    const values = { A: 'one', B: 'two words', C: '#1, "two"' };
    const lines = ['A=one', '# a comment', '', '  export B = two words  ', `C='#1, "two"' # why`];
    for (const end of ['\n', '\r\n', '\r'])
      for (const mark of ['', '\ufeff']) {
        expect(read(mark + lines.join(end))).toEqual({ values, faults: [] });
        expect(read(mark + lines.join(end) + end)).toEqual({ values, faults: [] });
      }
    expect(read('no_proxy=.example').values).toEqual({ no_proxy: '.example' });
    const odd = "A=\nB='ab\\cd$e'\n" + 'C=`it\'s "so"`\nD=a"b\'c=d==\nE=₹150 क्\u200dष';
    expect(read(odd).values).toEqual({ A: '', B: 'ab\\cd$e', C: 'it\'s "so"', D: 'a"b\'c=d==', E: '₹150 क्\u200dष' });
  });

  test('is refused, without any part of a value, where it would be cut or misread', () => {
    const refused: [string | Buffer, RegExp][] = [
      ['A=1\nSECRET=ab#hunter2', /^\.env, line 2: SECRET has a # outside of quotes/],
      ['SECRET=#hunter2', /SECRET has a # outside of quotes/],
      ['SECRET=hunter2 # of the test account', /SECRET has a # outside of quotes/],
      ['SECRET="hunter2', /SECRET has a quote that does not end/],
      ['SECRET="hunter2\nB="3"', /line 1: SECRET has a quote that does not end/],
      ["SECRET='hun'ter2'", /SECRET has text after its quotes/],
      ['SECRET="hun\\"ter2"', /SECRET has text after its quotes/],
      ['SECRET="hun\\nter2"', /SECRET has a \$ or a backslash.*single quotes/],
      ['SECRET=hun\\ter2', /SECRET has a \$ or a backslash/],
      ['SECRET=hun$ter2', /SECRET has a \$ or a backslash/],
      ['SECRET="hun$ter2"', /SECRET has a \$ or a backslash/],
      ['A=1\nA=hunter2', /line 2: A is set before/],
      ['SECRET=hun\u00adter2', /SECRET has an invisible character/],
      ['SECRET=hun\u202eter2', /SECRET has an invisible character/],
      ['SECRET=“hunter2”', /SECRET begins with a typographic quote/],
      ['SECRET=hun\u200bter2', /SECRET has an invisible character/],
      ['SECRET=hun\u001bter2', /SECRET has an invisible character/],
      ['SECRET: hunter2', /line 1: is not KEY=value/],
      ['hunter2', /line 1: is not KEY=value/],
      ['\u200bSECRET=hunter2', /line 1: is not KEY=value/],
      ['MY SECRET=hunter2', /line 1: is not KEY=value/],
      // The second half of a secret in base64.
      ['SECRET=hunter2\naHVudGVyMg== # new', /line 2: is not KEY=value/],
      ['SECRET=hunter2\nHUNTER== # new', /line 2: is not KEY=value/],
      ['__proto__=hunter2', /line 1: is not KEY=value/],
      ['SECRET=hunter2\u2028B=1', /SECRET has an invisible character/],
      ['SECRET=\u2029B=hunter2', /SECRET has an invisible character/],
      ['# a comment\u2028SECRET=hunter2', /line 1: has an invisible character/],
      [utf16('SECRET=hunter2'), /^\.env is not text in UTF-8/],
      [utf16('SECRET=hunter2', true), /^\.env is not text in UTF-8/],
      [Buffer.from('SECRET=hunter2', 'utf16le'), /^\.env is not text in UTF-8/],
      [Buffer.from('SECRET=hunter2é', 'latin1'), /^\.env is not text in UTF-8/],
    ];
    for (const [content, reason] of refused) {
      const { faults } = read(content);
      expect([content, faults]).toEqual([content, [expect.stringMatching(reason)]]);
      expect(faults.join()).not.toMatch(/hun|ter2|aHV/i);
    }
  });
});
