import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../apps/bff/src/config/config';
import { headersByPath } from '../../apps/bff/src/http/security-headers';
import type { SiteBuild } from '../../apps/bff/src/http/site-build';
import { artifacts, projectRoot } from '../support/paths';

const copy = join(artifacts, 'site-with-a-page');
const web = join(copy, 'apps/web');
const dist = (name: string) => readFileSync(join(web, 'dist', name), 'utf8');
const write = (name: string, text: string) => writeFileSync(join(web, 'src', name), text);

function insert(name: string, before: string, line: string) {
  const text = readFileSync(join(web, 'src', name), 'utf8');
  const at = text.indexOf(before);
  if (at < 0) throw new Error(`${name} has no ${before}`);
  write(name, text.slice(0, at) + line + text.slice(at));
}

const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');
/** The page of the README's recipe, which is the ninth of its menu. */
const robotics = readme.match(/```ts\n(import type \{ Page \}[\s\S]*?)```/)?.[1] ?? '';
const roboticsLine = readme.match(/in `apps\/web\/src\/site\/pages\/index\.ts`: `([^`]+)`/)?.[1] ?? '';

const groups = ['Discover', 'Products', 'Direct', 'Legal'];
const pageOf = (group: string) => `
import type { Page } from '../page';

const page: Page = {
  path: '/added-to-${group.toLowerCase()}',
  title: 'Added to ${group}',
  description: 'A page that was not there a minute ago, added to ${group} by one file and one line.',
  navColour: 'sky',
  part: 'greeting',
  nav: { group: '${group}', label: 'Added to ${group}' },
  sections: [{ kind: 'hero', layout: 'plain', title: 'One file and one line' }],
};

export default page;
`;

/** A copy of the web app with a page in each group of the navigation, a part and an application page, built as always. */
beforeAll(() => {
  const source = join(projectRoot, 'apps/web');
  const isSource = (path: string) => !/\/(dist|node_modules|\.previous|\.wireit)$/.test(path);
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  cpSync(source, web, { recursive: true, filter: isSource });
  for (const part of ['openapi.yaml', 'tsconfig.json', 'packages/shared'])
    cpSync(join(projectRoot, part), join(copy, part), { recursive: true });
  const own = join(source, 'node_modules');
  if (existsSync(own)) symlinkSync(own, join(web, 'node_modules'));
  write('site/pages/solutions/robotics.ts', robotics);
  insert('site/pages/index.ts', '\n];', `\n  ${roboticsLine}`);
  for (const group of groups) {
    write(`site/pages/added-to-${group.toLowerCase()}.ts`, pageOf(group));
    insert('site/pages/index.ts', '\n];', `\n  () => import('./added-to-${group.toLowerCase()}'),`);
  }
  write('features/contact/greeting-part.ts', "export const start = () => console.log('greeted by a part');");
  write('styles/greeting-part.css', '@layer components { h1 { text-emphasis: dot; } }');
  write('features/account/invoices-page.tsx', 'export default () => <h1>Your invoices</h1>;');
  const route = "  applicationPage('/account/invoices', 'Invoices', 'All your invoices.', 'account/invoices'),\n";
  insert('routes.tsx', "  applicationPage('/payment'", route);
  execFileSync(process.execPath, ['build.mjs'], { cwd: web, stdio: 'pipe' });
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const paths = ['/solutions/robotics', ...groups.map((group) => `/added-to-${group.toLowerCase()}`)];
const labels = ['Robotics', ...groups.map((group) => `Added to ${group}`)];

describe('a page added by one file and one line', () => {
  it('has its own URL, with title, description and colour from its data', () => {
    const html = dist('added-to-direct/index.html');
    expect(html).toContain('One file and one line</h1>');
    expect(html).toMatch(/<title>Added to Direct \| NovaCore<\/title>/);
    expect(html).toContain(
      'content="A page that was not there a minute ago, added to Direct by one file and one line."',
    );
    expect(html).toContain('data-nav="sky"');
    expect(dist('solutions/robotics/index.html')).toContain('Simulate on one GPU or a thousand.');
  });

  it('is in the navigation or footer of every other page, in whichever group', () => {
    for (const name of ['index.html', 'legal/index.html', 'product/gpu-servers/index.html'])
      for (const path of paths) expect([name, path, dist(name).includes(`href="${path}"`)]).toEqual([name, path, true]);
    // Both forms of a menu, wide and small.
    for (const path of paths.slice(0, 3)) expect(dist('index.html').split(`href="${path}"`).length).toBeGreaterThan(2);
  });

  it('is found: sitemap and llms.txt', () => {
    for (const [index, path] of paths.entries()) {
      expect(dist('sitemap.xml')).toContain(`${path}</loc>`);
      expect(dist('llms.txt')).toContain(`[${labels[index]}]`);
    }
  });
});

test('a part added by one file, and named by a page, brings its script and styles to this page only', () => {
  expect(dist('added-to-direct/index.html')).toMatch(/data-part="greeting"[\s\S]*text-emphasis:dot/);
  expect(dist('index.html')).not.toContain('text-emphasis:dot');
  const files = readdirSync(join(web, 'dist/static/js'));
  const scripts = files.filter((name) => name.endsWith('.js')).map((name) => `static/js/${name}`);
  expect(scripts.filter((name) => dist(name).includes('greeted by a part'))).toEqual([
    expect.stringMatching('greeting-part'),
  ]);
});

test('an application page added by one file and one line has its content, script and policy, and is not indexed', () => {
  const html = dist('account/invoices/index.html');
  expect(html).toContain('<h1>Your invoices</h1>');
  expect(html).toMatch(/rel="modulepreload"[^>]+invoices-page/);
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(dist('sitemap.xml')).not.toContain('/account/invoices');
  const addresses = { apiUrl: 'https://api.pay.example', checkoutUrl: 'https://checkout.pay.example/v1.js' };
  const config = {
    publicUrl: 'https://nova.example',
    homeScriptUrl: '',
    paymentAccount: addresses,
  } as unknown as Config;
  const headersOf = headersByPath(config, JSON.parse(dist('build.json')) as SiteBuild);
  const policyOf = (path: string) => headersOf(path)['content-security-policy'];
  expect(policyOf('/account/invoices')).toContain('frame-src https://checkout.pay.example');
  expect(policyOf('/added-to-direct')).toMatch(/style-src 'self' 'sha256-/);
  expect(policyOf('/added-to-direct')).not.toContain('pay.example');
});
