import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvFile } from './settings.mjs';

const folder = mkdtempSync(join(tmpdir(), 'novacore-env-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(content: string | Buffer) {
  const file = join(folder, 'env');
  writeFileSync(file, content);
  return readEnvFile(file);
}

describe('.env', () => {
  test('is read with comments, quotes, and the line ends and byte-order mark of Windows', () => {
    const values = { A: 'one', B: 'two words', C: '#1, "two"', no_proxy: '', D: "b'c=d==" };
    const lines = [
      'A=one',
      '# a comment',
      '  # OLD="two',
      '',
      '  export B = two words  ',
      `C='#1, "two"' # why`,
      'no_proxy=',
      "D=b'c=d==",
    ];
    for (const [mark, end] of [
      ['', '\n'],
      ['\ufeff', '\r\n'],
    ])
      expect(read(mark + lines.join(end) + end)).toEqual({ values, faults: [] });
  });

  test('is refused, without any part of a value, where Node would cut, skip or misread a line', () => {
    const refused: [string | Buffer, RegExp][] = [
      ['A=1\nSECRET=ab#hunter2', /^\.env, line 2: SECRET has a # outside of quotes/],
      ['SECRET=hunter2 # of the test account', /SECRET has a # outside of quotes/],
      ['SECRET="hunter2\nB="3"', /line 1: SECRET must have one pair of quotes/],
      ["SECRET='hun'ter2'", /SECRET must have one pair of quotes/],
      ['A=1\nA=hunter2', /line 2: A is set before/],
      ['SECRET="hunter\\n2"', /SECRET has a backslash in double quotes/],
      ['SECRET=hunter2\nHUNTER== # new', /line 2: is not KEY=value/],
      ['SECRET: hunter2', /line 1: is not KEY=value/],
      ['SECRET=hunter2\naHVudGVyMg== # new', /line 2: is not KEY=value/],
      [Buffer.from('SECRET=hunter2é', 'latin1'), /^\.env is not text in UTF-8/],
      [Buffer.from('\ufeffSECRET=hunter2', 'utf16le'), /^\.env is not text in UTF-8/],
      [Buffer.from('SECRET=hunter2', 'utf16le'), /^\.env, line 1: is not KEY=value/],
    ];
    for (const [content, reason] of refused) {
      const { faults } = read(content);
      expect([content, faults]).toEqual([content, [expect.stringMatching(reason)]]);
      expect(faults.join()).not.toMatch(/hun|ter2|aHV/i);
    }
  });
});
