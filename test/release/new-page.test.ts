import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../support/paths';
import { copyServer, copySiteSources } from '../support/release';

const copy = mkdtempSync(join(tmpdir(), 'novacore-page-'));
const web = join(copy, 'apps/web');
const dist = (name: string) => readFileSync(join(web, 'dist', name), 'utf8');
const write = (name: string, text: string) => writeFileSync(join(web, 'src', name), text);

const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');
const recipe = readme.match(/```ts\n(import type \{ Page \}[\s\S]*?)```/)?.[1] ?? '';
const recipeLine = readme.match(/in `apps\/web\/src\/site\/pages\/index\.ts`: `([^`]+)`/)?.[1] ?? '';

/** A copy of the web app with the page of the README's recipe. */
beforeAll(() => {
  copyServer(copy);
  copySiteSources(copy);
  write('site/pages/solutions/robotics.ts', recipe);
  const index = readFileSync(join(web, 'src/site/pages/index.ts'), 'utf8');
  expect(index).toContain('\n];');
  write('site/pages/index.ts', index.replace('\n];', `\n  ${recipeLine}\n];`));
  execFileSync(process.execPath, ['build.mjs'], { cwd: web, stdio: 'pipe' });
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('a page added as the README says has its URL and is linked to, by other pages, sitemap and llms.txt', () => {
  const html = dist('solutions/robotics/index.html');
  expect(html).toContain('Simulate on one GPU or a thousand.');
  expect(html).toMatch(/<title>Robotics \| NovaCore<\/title>/);
  // In both forms of the menu, wide and small.
  for (const name of ['index.html', 'product/gpu-servers/index.html'])
    expect(dist(name).split('href="/solutions/robotics"').length).toBeGreaterThan(2);
  expect(dist('sitemap.xml')).toContain('/solutions/robotics</loc>');
  expect(dist('llms.txt')).toContain('[Robotics]');
});
