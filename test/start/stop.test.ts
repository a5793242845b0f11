import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { cleanUp, settings, startScript } from './script';

afterEach(cleanUp);

const served = [/NovaCore {2,}http/];
const commands: [string, RegExp[]][] = [
  ['start', served],
  ['sandbox', [/Sandbox for payments/]],
  ['dev', [/Sandbox for payments/, /"event":"listening"/, /NovaCore {2,}http/]],
];

test.each(commands)('SIGTERM to `npm run %s` stops everything that it started', async (name, ready) => {
  const script = startScript('npm', ['run', name], await settings());
  await script.untilPrinted(...ready);
  script.child.kill('SIGTERM');
  await script.ended;
});

test('SIGTERM during the migration starts no server', async () => {
  const database = createServer().listen(0, '127.0.0.1');
  await once(database, 'listening');
  const { port } = database.address() as AddressInfo;
  const env = { ...(await settings()), DATABASE_URL: `postgresql://novacore@127.0.0.1:${port}/silent` };
  const script = startScript(process.execPath, ['scripts/serve.mjs'], env);
  await once(database, 'connection');
  script.child.kill('SIGTERM');
  await script.ended;
  database.close();
  expect(script.output()).not.toMatch(/listening|NovaCore/);
});

test('the servers stop when `serve` is killed', async () => {
  const script = startScript(process.execPath, ['scripts/serve.mjs'], await settings());
  await script.untilPrinted(...served);
  script.child.kill('SIGKILL');
  await script.ended;
});
