import { spawn } from 'node:child_process';
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
    // The channel ends the server when this process is killed.
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  const answers = async (path: string) => expect((await fetch(`http://localhost:${PORT}/api${path}`)).status).toBe(200);
  await eventually(() => answers('/health/ready'));
  // These are more lines than the pipe and its reader hold.
  for (let round = 0; round < 20; round += 1)
    await Promise.all(Array.from({ length: 100 }, () => answers('/config?xxxxxxxxx')));
  await answers('/health/ready');
  server.stdout?.destroy();
  for (let round = 0; round < 5; round += 1) await answers('/config');
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
  await database.drop();
});
