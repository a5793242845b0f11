import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../support/eventually';
import { cleanUp, settings, startScript } from './script';

afterEach(cleanUp);

const served = [/NovaCore {2,}http/];
const commands: [string, RegExp[]][] = [
  ['start', served],
  ['serve', served],
  ['sandbox', [/Sandbox for payments/]],
  ['dev', [/Sandbox for payments/, /"event":"listening"/, /Local:/]],
];

test.each(commands)('SIGTERM to `npm run %s` stops everything that it started', async (name, ready) => {
  const script = startScript('npm', ['run', name], await settings());
  await script.untilPrinted(...ready);
  script.child.kill('SIGTERM');
  await script.ended;
});

test('SIGTERM during the migration starts no server', async () => {
  const env = await settings();
  const script = startScript(process.execPath, ['scripts/serve.mjs'], env);
  await eventually(async () => expect(existsSync(join(env.DATA_DIR, 'pglite.pid'))).toBe(true));
  script.child.kill('SIGTERM');
  await script.ended;
  expect(script.output()).not.toMatch(/listening|NovaCore/);
});

test('the servers stop when `serve` is killed', async () => {
  const script = startScript(process.execPath, ['scripts/serve.mjs'], await settings());
  await script.untilPrinted(...served);
  script.child.kill('SIGKILL');
  await script.ended;
});
