import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../support/paths';

const source = pathToFileURL(join(projectRoot, 'apps/web/build/previous-build.mjs')).href;

/** Builds a site of one script, with the steps of build.mjs that concern earlier builds, or only the first of them. */
const buildOnce = (root: string, script: string, interrupted = false) =>
  execFileSync(process.execPath, [
    '--input-type=module',
    '-e',
    `import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
     import { hashedFiles, keepPrevious, publish } from ${JSON.stringify(source)};
     const [dist, next, script] = ${JSON.stringify([join(root, 'dist'), join(root, 'next'), script])};
     rmSync(next, { recursive: true, force: true });
     mkdirSync(next + '/static/js', { recursive: true });
     writeFileSync(next + '/static/js/' + script, script);
     if (${interrupted}) process.exit();
     const files = await hashedFiles(next);
     await keepPrevious(dist, next);
     writeFileSync(next + '/build.json', JSON.stringify({ files }));
     await publish(dist, next);`,
  ]);

it('a tab that was opened before a release still finds its scripts, until the release after that, also if a build is interrupted', () => {
  const root = mkdtempSync(join(tmpdir(), 'novacore-builds-'));
  const has = (script: string) => existsSync(join(root, 'dist/static/js', script));
  buildOnce(root, 'main-1.js');
  buildOnce(root, 'interrupted.js', true);
  buildOnce(root, 'main-2.js');
  expect([has('main-1.js'), has('main-2.js')]).toEqual([true, true]);
  buildOnce(root, 'main-3.js');
  expect([has('main-1.js'), has('main-2.js'), has('main-3.js')]).toEqual([false, true, true]);
  rmSync(root, { recursive: true });
});
