import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { artifacts, projectRoot } from '../support/paths';

const copy = join(artifacts, 'site-with-a-page');
const web = join(copy, 'apps/web');
const dist = (name: string) => readFileSync(join(web, 'dist', name), 'utf8');

/** All of a page, as the README tells how to write one. */
const page = `
import type { Page } from '../page';

const page: Page = {
  path: '/added-today',
  title: 'Added today',
  description: 'A page that was not there a minute ago, added by one file and one line.',
  navColour: 'sky',
  nav: { group: 'Direct', label: 'Added' },
  sections: [{ kind: 'hero', layout: 'plain', title: 'One file and one line' }],
};

export default page;
`;

/** A copy of the web app with one more page, built as always. */
beforeAll(() => {
  const source = join(projectRoot, 'apps/web');
  const isSource = (path: string) => !/\/(dist|node_modules)$/.test(path);
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  cpSync(source, web, { recursive: true, filter: isSource });
  for (const file of ['openapi.yaml', 'tsconfig.json']) cpSync(join(projectRoot, file), join(copy, file));
  const own = join(source, 'node_modules');
  if (existsSync(own)) symlinkSync(own, join(web, 'node_modules'));
  writeFileSync(join(web, 'src/site/pages/added-today.ts'), page);
  const index = join(web, 'src/site/pages/index.ts');
  writeFileSync(index, readFileSync(index, 'utf8').replace(/\n\];/, "\n  () => import('./added-today'),\n];"));
  execFileSync(process.execPath, ['build.mjs'], { cwd: web, stdio: 'pipe' });
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('a page added by one file and one line', () => {
  it('has its own URL', () => {
    expect(dist('added-today/index.html')).toContain('One file and one line</h1>');
  });

  it('has its title, description and colour from its data', () => {
    const html = dist('added-today/index.html');
    expect(html).toMatch(/<title>Added today \| NovaCore<\/title>/);
    expect(html).toContain('content="A page that was not there a minute ago, added by one file and one line."');
    expect(html).toContain('data-nav="sky"');
  });

  it('is in the navigation and footer of every other page', () => {
    for (const name of ['index.html', 'legal/index.html', 'product/gpu-servers/index.html']) {
      const html = dist(name);
      const [header, footer] = [html.split('</header>')[0], html.split('<footer')[1]];
      expect(header).toContain('href="/added-today"');
      expect(footer).toContain('href="/added-today"');
    }
  });

  it('is found: sitemap, llms.txt and a picture for link previews', () => {
    expect(dist('sitemap.xml')).toContain('/added-today</loc>');
    expect(dist('llms.txt')).toContain('[Added today]');
    const [, picture] =
      dist('added-today/index.html').match(/property="og:image" content="https?:\/\/[^/]+\/([^"]+)"/) ?? [];
    expect(existsSync(join(web, 'dist', picture ?? ''))).toBe(true);
  });
});
