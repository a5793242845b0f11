import { execFileSync } from 'node:child_process';
import {
  cpSync,
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
import { basename, join } from 'node:path';
import { projectRoot } from '../support/paths';
import { sharedProduct } from '../support/shared-product';

const modules = join(projectRoot, 'node_modules');
const releases = join(projectRoot, 'contract/releases');
const released = readdirSync(releases).filter((name) => name.endsWith('.tgz'));
const peers = ['@tanstack/react-query', 'openapi-react-query', 'react'];

/** An empty project with the current client. Each released client has a folder in it, and shares its dependencies. */
const project = mkdtempSync(join(tmpdir(), 'novacore-client-'));
/** The tarball of the current client, as it would be published. */
let tarball: string;
afterAll(() => rmSync(project, { recursive: true, force: true }));

const run = (command: string, args: string[], cwd = project) => execFileSync(command, args, { cwd, encoding: 'utf8' });
const runNode = (file: string, cwd = project) => run(process.execPath, [file], cwd).trim().split('\n');
// Partners use TypeScript 5. Version 7 no longer knows `node10`.
const options = '--strict --target es2022 --lib es2022,dom'.split(' ');
const compile = (...args: string[]) =>
  run(process.execPath, [join(modules, 'typescript/bin/tsc'), ...options, ...args]);

/** Writes a program: the TypeScript in the README of the client in this folder. */
function writeProgram(name: string, partOf = (readme: string) => readme, folder = project) {
  const readme = readFileSync(join(folder, 'node_modules/@novacore/client/README.md'), 'utf8')
    .replaceAll('http://localhost:3000', sharedProduct.url)
    .replaceAll('http://localhost:3001', sharedProduct.sandbox.url);
  const code = [...partOf(readme).matchAll(/```ts\n(.*?)```/gs)].map(([, block]) => block).join('\n');
  writeFileSync(join(folder, name), code);
  return join(folder, name);
}
const withoutReact = (readme: string) => readme.split('## React')[0] ?? '';

// The compiler runs once for all programs, because reading the DOM types takes seconds.
beforeAll(() => {
  const packages = ['@novacore/client', 'openapi-fetch', 'openapi-typescript-helpers'];
  const folders = packages.map((name) => realpathSync(join(modules, name)));
  const packed: { filename: string }[] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', ...folders]));
  const tarballs = packed.map(({ filename }) => join(project, filename));
  [tarball = ''] = tarballs;
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  run('npm', ['install', '--offline', '--ignore-scripts', ...tarballs]);
  mkdirSync(join(project, 'node_modules/@tanstack'));
  for (const name of peers) symlinkSync(join(modules, name), join(project, 'node_modules', name));
  cpSync(join(__dirname, 'readme.types.ts'), join(project, 'readme.mts'));
  const files = [writeProgram('pay.mts', withoutReact), writeProgram('hooks.mts'), join(project, 'readme.mts')];
  for (const name of released) {
    const client = join(project, 'released', name, 'node_modules/@novacore/client');
    mkdirSync(client, { recursive: true });
    run('tar', ['-xzf', join(releases, name), '--strip-components=1', '-C', client]);
    files.push(writeProgram('pay.mts', withoutReact, join(project, 'released', name)));
  }
  compile('--module', 'nodenext', ...files);
});

const printed = [
  expect.stringMatching(/^Payment key: rzp_test_/),
  'Order: PAID',
  'Error: 404 order_not_found',
  'User: true',
];

test.each(released)('the released %s still pays', (name) => {
  expect(runNode('pay.mjs', join(project, 'released', name))).toEqual(printed);
});

const commonJs = `
import { createClient } from '@novacore/client';
import { retryQuery } from '@novacore/client/react';

const novacore = createClient({ baseUrl: '${sharedProduct.url}/api' });
// @ts-expect-error the types are those of the contract
novacore.GET('/nothing');
novacore.POST('/user/order', { body: { amount: 150 } }).then(({ data, error }) => {
  if (error) throw new Error(error.code);
  console.log(data.amount, retryQuery(0, undefined));
});`;

test('the packed client has types for ES modules and CommonJS, and works in a CommonJS project', () => {
  const found = run(join(modules, '.bin/attw'), [tarball, '--format', 'ascii', '--no-color', '--no-emoji']);
  expect(found).toContain('No problems found');
  writeFileSync(join(project, 'order.ts'), commonJs);
  const old = ['--module', 'commonjs', '--moduleResolution', 'node10', '--skipLibCheck'];
  compile(...old, 'order.ts');
  expect(runNode('order.js')).toEqual(['15000 true']);
});

test('the packed client installs and pays as its README says, with hooks and without React', () => {
  const readme = readFileSync(join(project, 'node_modules/@novacore/client/README.md'), 'utf8');
  expect(readme).toContain(`npm install ./${basename(tarball)}`);
  expect(runNode('hooks.mjs')).toEqual([...printed, 'Orders: 1']);
  for (const name of peers) rmSync(join(project, 'node_modules', name));
  expect(runNode('pay.mjs')).toEqual(printed);
});
