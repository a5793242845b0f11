import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUp, settings, startScript } from './script';

afterEach(cleanUp);

test('npm run package makes a tree of less than 200 MB that serves site and API, readable whatever the umask', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'novacore-package-'));
  const env = await settings();
  const packaging = startScript(
    '/bin/sh',
    ['-c', `umask 077; exec "${process.execPath}" scripts/package.mjs "${folder}"`],
    env,
  );
  expect({ code: await packaging.ended, output: packaging.output() }).toMatchObject({ code: 0 });
  const unreadable = ['(', '-type', 'd', '!', '-perm', '755', ')', '-o', '(', '-type', 'f', '!', '-perm', '644', ')'];
  expect(execFileSync('find', [folder, ...unreadable]).toString()).toBe('');
  const kilobytes = Number.parseInt(execFileSync('du', ['-sk', folder]).toString(), 10);
  expect(kilobytes).toBeLessThan(200 * 1024);
  const server = startScript(process.execPath, ['apps/bff/dist/main.js'], env, folder);
  await server.untilPrinted(/"event":"listening"/);
  for (const path of ['/pricing', '/api/health/ready'])
    expect([path, (await fetch(`http://localhost:${env.PORT}${path}`)).status]).toEqual([path, 200]);
  server.child.kill('SIGTERM');
  await server.ended;
  rmSync(folder, { recursive: true, force: true });
});
