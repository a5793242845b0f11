import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { freshDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { projectRoot } from '../support/paths';
import { freePort } from '../support/process';

test('a server whose log is not read, and then has no reader, serves on and ends on SIGTERM', async () => {
  const database = await freshDatabase();
  const PORT = String(await freePort());
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, PORT, THROTTLE: 'off', ...database.env };
  const server = spawn(process.execPath, ['apps/bff/dist/main.js'], {
    cwd: projectRoot,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const answers = async (path: string) => expect((await fetch(`http://localhost:${PORT}/api${path}`)).status).toBe(200);
  await eventually(() => answers('/health/ready'));
  // More lines than pipe and reader hold.
  for (let round = 0; round < 20; round += 1)
    await Promise.all(Array.from({ length: 100 }, () => answers('/config?xxxxxxxxx')));
  await answers('/health/ready');
  server.stdout.destroy();
  for (let round = 0; round < 5; round += 1) await answers('/config');
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
  await database.drop();
});

test('lines that wait for a reader too long are dropped and counted', async () => {
  const program = `
    const { createLog } = require('./apps/bff/src/log.ts');
    const log = createLog('info');
    for (let line = 0; line < 20000; line += 1) log.info({ line }, 'a line of the test, as long as many lines are');
    process.stdin.once('data', () => { log.info({ last: true }, 'read again'); process.exitCode = 0; process.stdin.pause(); });
    process.stderr.write('written');`;
  const child = spawn(process.execPath, ['-r', 'tsx/cjs', '-e', program], { cwd: projectRoot });
  await once(child.stderr, 'data');
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    if (output.includes('log_lines_dropped') && !child.stdin.writableEnded) child.stdin.end('go on');
  });
  await once(child, 'close');
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { event?: string; lines?: number; line?: number; last?: boolean });
  const dropped = lines.find(({ event }) => event === 'log_lines_dropped')?.lines ?? 0;
  expect(dropped).toBeGreaterThan(0);
  expect(lines.filter(({ line }) => line !== undefined)).toHaveLength(20_000 - dropped);
  expect(lines.at(-1)).toMatchObject({ last: true });
});

test('a command whose output is cut, as by head, ends quietly', () => {
  // The reader has ended before the command writes.
  const script = `set -o pipefail; sleep 0.1 | ${process.execPath} apps/bff/dist/commands.js people --help | true`;
  const options = { cwd: projectRoot, env: { PATH: process.env.PATH }, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync('bash', ['--norc', '-c', script], options);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
