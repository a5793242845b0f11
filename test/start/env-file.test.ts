import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../support/paths';

const folder = mkdtempSync(join(tmpdir(), 'novacore-env-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs each of these programs, which must end with this message. */
function expectRefusal(cwd: string, programs: string[], message: string, env: Record<string, string> = {}) {
  for (const program of programs) {
    const options = { cwd, env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' as const };
    const { status, stdout, stderr } = spawnSync(process.execPath, program.split(' '), options);
    expect([program, status, stdout + stderr]).toEqual([program, 1, expect.stringContaining(message)]);
    expect(stdout + stderr).not.toMatch(/cdef|^ +at /m);
  }
}

test('a bad line of .env stops scripts and programs alike, before they do anything', () => {
  const copy = join(folder, 'copy');
  for (const part of ['scripts', 'prisma', 'packages/shared', 'apps/bff/dist'])
    cpSync(join(projectRoot, part), join(copy, part), { recursive: true });
  for (const packages of ['node_modules', 'apps/bff/node_modules'])
    if (existsSync(join(projectRoot, packages))) symlinkSync(join(projectRoot, packages), join(copy, packages));
  writeFileSync(join(copy, '.env'), '\ufeffDATA_DIR=data\r\nRAZORPAY_WEBHOOK_SECRET=ab#cdefghijklmnopqr\r\n');
  const programs = ['scripts/start.mjs', ...['main', 'migrate', 'doctor'].map((name) => `apps/bff/dist/${name}.js`)];
  expectRefusal(copy, programs, '.env, line 2: RAZORPAY_WEBHOOK_SECRET has a # outside of quotes');
  rmSync(join(copy, '.env'));
  symlinkSync('missing', join(copy, '.env'));
  expectRefusal(copy, ['scripts/start.mjs', 'apps/bff/dist/main.js'], '.env cannot be read: ENOENT');
  for (const made of ['data', '.data']) expect([made, existsSync(join(copy, made))]).toEqual([made, false]);
});

test('a folder as the operator file stops build and server with one sentence', () => {
  const programs = ['apps/web/build/write-settings.mjs', 'apps/bff/dist/main.js'];
  const env = { OPERATOR_FILE: folder, DATA_DIR: join(folder, 'data') };
  expectRefusal(projectRoot, programs, 'OPERATOR_FILE must name a file that can be read\n', env);
});

/** Reads an operator file as the site's build does. */
function readOperator(content: string | Buffer) {
  const file = join(folder, 'operator.json');
  writeFileSync(file, content);
  const program = `import { readOperator } from './apps/web/build/operator.mjs';
    const { operator } = readOperator(process.env.OPERATOR_FILE);
    console.log(operator.legalName);`;
  const options = { cwd: projectRoot, env: { PATH: process.env.PATH, OPERATOR_FILE: file }, encoding: 'utf8' as const };
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], options);
  return stdout.trim() || (/^Error: (.*)$/m.exec(stderr)?.[1] ?? stderr);
}

test('the operator file may have a byte-order mark and any line ends; other encodings are refused by name', () => {
  const json = readFileSync(join(projectRoot, 'apps/web/operator.example.json'), 'utf8');
  const { legalName } = JSON.parse(json);
  for (const content of [`\ufeff${json}`, json.replaceAll('\n', '\r\n'), `\ufeff${json.replaceAll('\n', '\r\n')}`])
    expect(readOperator(content)).toBe(legalName);
  const latin = Buffer.from(json.replace(legalName, 'Société'), 'latin1');
  for (const content of [Buffer.from(`\ufeff${json}`, 'utf16le'), Buffer.from(json, 'utf16le'), latin])
    expect(readOperator(content)).toBe('OPERATOR_FILE is not text in UTF-8: save it as UTF-8');
  expect(readOperator(json.replaceAll('"', '“'))).toMatch(/^OPERATOR_FILE is not valid JSON: /);
});
