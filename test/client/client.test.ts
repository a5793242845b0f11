import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { projectRoot } from '../support/paths';
import { sharedProduct } from '../support/shared-product';

const modules = join(projectRoot, 'node_modules');
const releases = join(projectRoot, 'contract/releases');
/** Tarballs of the current client, as it would be published, and of the packages that each client needs. */
let current: string;
let needed: string[];
const packed = mkdtempSync(join(tmpdir(), 'novacore-packed-'));
beforeAll(() => {
  const packages = ['@novacore/client', 'openapi-fetch', 'openapi-typescript-helpers'];
  const folders = packages.map((name) => realpathSync(join(modules, name)));
  const output = execFileSync('npm', ['pack', '--json', '--ignore-scripts', ...folders], { cwd: packed });
  const files: { filename: string }[] = JSON.parse(output.toString());
  [current = '', ...needed] = files.map(({ filename }) => join(packed, filename));
});
afterAll(() => rmSync(packed, { recursive: true, force: true }));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'novacore-client-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const install = (client: string) =>
  execFileSync('npm', ['install', '--offline', '--ignore-scripts', client, ...needed], { cwd: folder });

/** The blocks of TypeScript in the README of the installed package: those before React, and all. */
function programs() {
  const readme = readFileSync(join(folder, 'node_modules/@novacore/client/README.md'), 'utf8')
    .replaceAll('http://localhost:3000', sharedProduct.url)
    .replaceAll('http://localhost:3001', sharedProduct.sandbox.url);
  const codeOf = (text = '') => [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code).join('\n');
  return { pay: codeOf(readme.split('## React')[0]), withHooks: codeOf(readme) };
}

const tool = (name: string, ...args: string[]) =>
  execFileSync(process.execPath, [join(modules, '.bin', name), ...args], { cwd: folder, encoding: 'utf8' });

function compile(code: Record<string, string>, module = ['--module', 'nodenext']) {
  for (const [file, text] of Object.entries(code)) writeFileSync(join(folder, file), text);
  const options = ['--strict', '--target', 'es2022', '--lib', 'es2022,dom', ...module];
  // Version 5: partners use it, and 7 does not know `node10` any more.
  const compiler = join(modules, 'typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, ...options, ...Object.keys(code)], { cwd: folder });
}
const run = (file: string) =>
  execFileSync(process.execPath, [file], { cwd: folder, encoding: 'utf8' }).trim().split('\n');

const printed = [
  expect.stringMatching(/^Payment key: rzp_test_/),
  'Order: PAID',
  'Error: 404 order_not_found',
  'User: true',
];

test('the packed client, installed into an empty project, pays as its README says, with hooks and without React', () => {
  install(current);
  const installed = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
  expect(installed).toEqual(['@novacore', 'openapi-fetch', 'openapi-typescript-helpers']);
  mkdirSync(join(folder, 'node_modules/@tanstack'));
  const peers = ['@tanstack/react-query', 'openapi-react-query'];
  for (const name of peers) symlinkSync(join(modules, name), join(folder, 'node_modules', name));
  const { pay, withHooks } = programs();
  compile({ 'pay.mts': pay, 'hooks.mts': withHooks });
  expect(run('hooks.mjs')).toEqual([...printed, 'Orders: 1']);
  for (const name of peers) rmSync(join(folder, 'node_modules', name));
  expect(run('pay.mjs')).toEqual(printed);
});

const commonJs = `
import { asProblem, createClient } from '@novacore/client';
import { retryQuery } from '@novacore/client/react';

export async function order(baseUrl: string) {
  const novacore = createClient({ baseUrl });
  // @ts-expect-error the types are those of the contract
  novacore.GET('/nothing');
  const { data, error } = await novacore.POST('/user/order', { body: { amount: 150 } });
  if (error) throw new Error(asProblem(error).code);
  return [data.amount, retryQuery(0, undefined)];
}`;
const jestTest = `
test('an order', async () => {
  expect(await require('./order.js').order('${sharedProduct.url}/api')).toEqual([15000, true]);
});`;

test('the packed client has types for ES modules and CommonJS, and works in a Jest test of a CommonJS project', () => {
  install(current);
  mkdirSync(join(folder, 'node_modules/@tanstack'));
  for (const name of ['@tanstack/react-query', 'openapi-react-query', 'react'])
    symlinkSync(join(modules, name), join(folder, 'node_modules', name));
  const found = tool('attw', current, '--format', 'ascii', '--no-color', '--no-emoji');
  expect(found).toContain('No problems found');
  compile({ 'order.ts': commonJs }, ['--module', 'commonjs', '--moduleResolution', 'node10', '--skipLibCheck']);
  writeFileSync(join(folder, 'order.test.js'), jestTest);
  tool('jest', '--rootDir', folder);
});

test('the client without React is smaller than 15 KB', () => {
  const dist = join(projectRoot, 'packages/client/dist');
  const files = readdirSync(dist).filter((name) => name.endsWith('.js') && name !== 'react.js');
  const code = [...files.map((name) => join(dist, name)), join(modules, 'openapi-fetch/dist/index.mjs')];
  const bytes = code.reduce((sum, file) => sum + brotliCompressSync(readFileSync(file)).length, 0);
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThan(15_000);
});

test.each(readdirSync(releases).filter((name) => name.endsWith('.tgz')))('the released %s still pays', (name) => {
  install(join(releases, name));
  compile({ 'pay.mts': programs().pay });
  expect(run('pay.mjs')).toEqual(printed);
});
