import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../support/paths';
import { cleanUp, settings, startScript } from './script';

/** A project of one package for development, which lies in a folder: npm installs it without a registry. */
let project: string;
const lockfile = '{ "name": "small", "lockfileVersion": 3, "packages": {} }';
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'novacore-install-'));
  for (const folder of ['apps', 'tool']) mkdirSync(join(project, folder));
  cpSync(join(projectRoot, 'scripts'), join(project, 'scripts'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "name": "small", "devDependencies": { "tool": "file:tool" } }');
  writeFileSync(join(project, 'package-lock.json'), lockfile);
  writeFileSync(join(project, 'tool/package.json'), '{ "name": "tool", "version": "1.0.0" }');
});
afterEach(() => rmSync(project, { recursive: true, force: true }));
afterEach(cleanUp);

const stamp = () => join(project, 'node_modules/.installed-from');

async function install(more: NodeJS.ProcessEnv = {}) {
  const env = { ...(await settings()), NODE_ENV: 'production', ...more };
  const code = `import('./scripts/lib/setup.mjs').then(({ ensureInstalled }) => ensureInstalled())`;
  const script = startScript(process.execPath, ['-e', code], env, project);
  return { code: await script.ended, output: script.output() };
}

describe('installing with NODE_ENV=production', () => {
  test('installs what the build needs too, also where an installation without it was marked as complete', async () => {
    mkdirSync(join(project, 'node_modules'));
    writeFileSync(stamp(), createHash('sha256').update(lockfile).digest('hex'));
    expect(await install()).toMatchObject({ code: 0 });
    expect(existsSync(join(project, 'node_modules/tool/package.json'))).toBe(true);
  });

  test('names what npm left out, and does not mark the installation as complete', async () => {
    const bin = join(project, 'bin');
    mkdirSync(bin);
    mkdirSync(join(project, 'node_modules'));
    writeFileSync(join(bin, 'npm'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    const { code, output } = await install({ PATH: `${bin}:${process.env.PATH}` });
    expect({ code, marked: existsSync(stamp()) }).toEqual({ code: 1, marked: false });
    expect(output).toContain('npm did not install tool.');
  });
});

test('starts over after an installation that did not end, because npm keeps files that were cut off', async () => {
  const tool = join(project, 'node_modules/tool');
  mkdirSync(tool, { recursive: true });
  for (const file of [join(tool, 'package.json'), join(project, 'node_modules/.unfinished')]) writeFileSync(file, '');
  expect(await install()).toMatchObject({ code: 0 });
  expect(readFileSync(join(tool, 'package.json'), 'utf8')).toContain('1.0.0');
});

test('two processes of one clone install or build one after the other', async () => {
  const code = `import('./scripts/lib/lock.mjs').then(({ alone }) => alone(async () => {
    console.log('begin');
    await new Promise((resolve) => setTimeout(resolve, 300));
    console.log('end');
  }))`;
  const log = join(project, 'log');
  const env = await settings();
  const command = `node -e "$CODE" >> '${log}' & node -e "$CODE" >> '${log}' & wait`;
  const both = startScript('sh', ['-c', command], { ...env, CODE: code }, project);
  await both.ended;
  const words = readFileSync(log, 'utf8').match(/begin|end/g);
  expect(words).toEqual(['begin', 'end', 'begin', 'end']);
});

test('build.json, which marks a complete site, is the last file that a build writes', () => {
  const dist = join(projectRoot, 'apps/web/dist');
  // `.made-from` is the scripts' own.
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => name !== '.made-from');
  const files = names.map((name) => [name, statSync(join(dist, name))] as const).filter(([, stat]) => stat.isFile());
  const [last] = files.sort(([, a], [, b]) => b.mtimeMs - a.mtimeMs);
  expect(last?.[0]).toBe('build.json');
});
