import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '../../apps/bff/src/contract/contract';
import { cleanUp, settings, siteSettings, startScript } from '../start/script';

afterEach(cleanUp);

test('npm run package makes a tree of less than 200 MB that serves site and API, readable whatever the umask', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'novacore-package-'));
  const env = await settings();
  const command = `umask 077; exec "${process.execPath}" scripts/package.mjs "${folder}"`;
  const packaging = startScript('/bin/sh', ['-c', command], env);
  expect({ code: await packaging.ended, output: packaging.output() }).toMatchObject({ code: 0 });
  const unreadable = ['(', '-type', 'd', '!', '-perm', '755', ')', '-o', '(', '-type', 'f', '!', '-perm', '644', ')'];
  expect(execFileSync('find', [folder, ...unreadable]).toString()).toBe('');
  const kilobytes = Number.parseInt(execFileSync('du', ['-sk', folder]).toString(), 10);
  expect(kilobytes).toBeLessThan(200 * 1024);
  const server = startScript(process.execPath, ['apps/bff/dist/main.js'], env, folder);
  await server.untilPrinted(new RegExp(`"event":"listening","version":"${version}"`));
  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({ version });
  for (const path of ['/pricing', '/api/health/ready'])
    expect([path, (await fetch(`http://localhost:${env.PORT}${path}`)).status]).toEqual([path, 200]);
  server.child.kill('SIGTERM');
  await server.ended;
  rmSync(folder, { recursive: true, force: true });
});

test('npm run package deletes nothing of others: neither a folder with files, nor one that holds the project', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'novacore-package-'));
  writeFileSync(join(folder, 'kept.txt'), '');
  for (const target of [folder, '.', '..']) {
    const script = startScript(process.execPath, ['scripts/package.mjs', target], await siteSettings());
    expect([target, await script.ended]).toEqual([target, 1]);
    expect(script.output()).toContain('holds something else');
  }
  expect(existsSync(join(folder, 'kept.txt'))).toBe(true);
  rmSync(folder, { recursive: true });
});
