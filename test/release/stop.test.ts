import { cleanUp, settings, startScript } from '../start/script';

afterEach(cleanUp);

test('SIGTERM to `npm run dev` stops everything that it started', async () => {
  const script = startScript('npm', ['run', 'dev'], await settings());
  await script.untilPrinted(/Sandbox for payments/, /"event":"listening"/, /NovaCore {2,}http/);
  script.child.kill('SIGTERM');
  await script.ended;
});

test('the servers stop when `serve` is killed', async () => {
  const script = startScript(process.execPath, ['scripts/serve.mjs'], await settings());
  await script.untilPrinted(/NovaCore {2,}http/);
  script.child.kill('SIGKILL');
  await script.ended;
});
