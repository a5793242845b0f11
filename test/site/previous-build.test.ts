import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepPrevious } from '../../apps/web/build/previous-build.mjs';

it('a tab that was opened before a release still finds its scripts, until the release after that', async () => {
  const root = mkdtempSync(join(tmpdir(), 'novacore-builds-'));
  const [dist, kept] = [join(root, 'dist'), join(root, 'kept')];
  const buildOnce = async (script: string) => {
    rmSync(dist, { recursive: true, force: true });
    mkdirSync(join(dist, 'static/js'), { recursive: true });
    writeFileSync(join(dist, 'static/js', script), script);
    await keepPrevious(dist, kept);
  };
  const has = (script: string) => existsSync(join(dist, 'static/js', script));
  await buildOnce('main-1.js');
  await buildOnce('main-2.js');
  expect([has('main-1.js'), has('main-2.js')]).toEqual([true, true]);
  await buildOnce('main-3.js');
  expect([has('main-1.js'), has('main-2.js'), has('main-3.js')]).toEqual([false, true, true]);
  rmSync(root, { recursive: true });
});
