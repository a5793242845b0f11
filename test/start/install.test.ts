import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '../support/paths';
import { cleanUp, startScript } from './script';

let project: string;
const write = (name: string, text: string) => {
  mkdirSync(dirname(join(project, name)), { recursive: true });
  writeFileSync(join(project, name), text, { mode: 0o755 });
};
/** A complete node_modules, which the fake `npm` below copies. Loading a package runs its index.js. */
const native = ['@node-rs/argon2', '@swc/core', 'lightningcss', 'rolldown'];
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'novacore-install-'));
  cpSync(join(projectRoot, 'scripts'), join(project, 'scripts'), { recursive: true });
  const packages = Object.fromEntries(native.map((name) => [`node_modules/${name}`, { integrity: name }]));
  for (const file of ['package-lock.json', 'complete/.package-lock.json']) write(file, JSON.stringify({ packages }));
  write('package.json', '{}');
  for (const name of native) write(`complete/${name}/package.json`, '{}');
  for (const name of native) write(`complete/${name}/index.js`, '');
});
afterEach(() => rmSync(project, { recursive: true, force: true }));
afterEach(cleanUp);

/** Runs the installation with this shell script in the place of npm. */
async function install(npm = 'echo "$@" > arguments; cp -r complete node_modules') {
  write('bin/npm', `#!/bin/sh\n${npm}\n`);
  const code = `import('./scripts/lib/setup.mjs').then(({ ensureInstalled }) => ensureInstalled())`;
  const env = { HOME: process.env.HOME, PATH: `${join(project, 'bin')}:${process.env.PATH}` };
  const script = startScript(process.execPath, ['-e', code], env, project);
  return { code: await script.ended, output: script.output() };
}

test('packages are installed once, even if the settings of npm omit some', async () => {
  expect(await install()).toMatchObject({ code: 0 });
  const given = readFileSync(join(project, 'arguments'), 'utf8');
  for (const option of ['--include=dev', '--include=optional', '--include=peer']) expect(given).toContain(option);
  expect(await install('exit 1')).toEqual({ code: 0, output: '' });
});

test.each([
  ['of another system', (folder: string) => write(`${folder}/lightningcss/index.js`, 'throw new Error()')],
  ['whose installation did not end', (folder: string) => rmSync(join(project, folder, '.package-lock.json'))],
])('a node_modules %s is replaced', async (_, spoil) => {
  cpSync(join(project, 'complete'), join(project, 'node_modules'), { recursive: true });
  spoil('node_modules');
  expect(await install('rm -rf node_modules; cp -r complete node_modules')).toMatchObject({ code: 0 });
  expect(await install('exit 1')).toMatchObject({ code: 0 });
});

test('packages that npm left out, and its own error, are named', async () => {
  expect(await install('exit 0')).toMatchObject({
    code: 1,
    output: expect.stringContaining('npm did not install packages'),
  });
  const { code, output } = await install('echo npm error code DEPTH_ZERO_SELF_SIGNED_CERT; exit 1');
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT') });
});

test('the lockfile has the optional packages of every platform, without which `npm ci` refuses it', () => {
  const { packages } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'));
  const missing = Object.keys(packages).flatMap((path) =>
    Object.keys(packages[path].optionalDependencies ?? {}).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});
