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
const recipe = readme.match(/```ts\n(import type \{ Page \}[\s\S]*?)```/)?.[1] ?? '';
const recipeLine = readme.match(/in `apps\/web\/src\/site\/pages\/index\.ts`: `([^`]+)`/)?.[1] ?? '';
const pageWithPart = `
import type { Page } from '../page';

const page: Page = {
  path: '/greeting',
  title: 'Greeting',
  description: 'A page that was not there a minute ago, with a script and styles that only this page loads.',
  navColour: 'sky',
  part: 'greeting',
  nav: { group: 'Legal', label: 'Greeting' },
  sections: [{ kind: 'hero', layout: 'plain', title: 'One file and one line' }],
};

export default page;
`;

/** A copy of the web app with the page of the README's recipe, a page with a part, and an application page. */
beforeAll(() => {
  const isSource = (path: string) => !/\/(dist|node_modules|\.previous|\.wireit)$/.test(path);
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  cpSync(join(projectRoot, 'apps/web'), web, { recursive: true, filter: isSource });
  for (const part of ['openapi.yaml', 'tsconfig.json', 'packages/shared'])
    cpSync(join(projectRoot, part), join(copy, part), { recursive: true });
  const own = join(projectRoot, 'apps/web/node_modules');
  if (existsSync(own)) symlinkSync(own, join(web, 'node_modules'));
  write('site/pages/solutions/robotics.ts', recipe);
  insert('site/pages/index.ts', '\n];', `\n  ${recipeLine}`);
  write('site/pages/greeting.ts', pageWithPart);
  insert('site/pages/index.ts', '\n];', "\n  () => import('./greeting'),");
  write('features/contact/greeting-part.ts', "export const start = () => console.log('greeted by a part');");
  write('styles/greeting-part.css', '@layer components { h1 { text-emphasis: dot; } }');
  write('features/account/invoices-page.tsx', 'export default () => <h1>Your invoices</h1>;');
  const route = "  applicationPage('/account/invoices', 'Invoices', 'All your invoices.', 'account/invoices'),\n";
  insert('routes.tsx', "  applicationPage('/payment'", route);
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
  expect(dist('legal/index.html')).toContain('href="/greeting"');
  expect(dist('sitemap.xml')).toContain('/solutions/robotics</loc>');
  expect(dist('llms.txt')).toContain('[Robotics]');
});

test('a part added by one file, and named by a page, brings its script and styles to this page only', () => {
  expect(dist('greeting/index.html')).toMatch(/data-part="greeting"[\s\S]*text-emphasis:dot/);
  expect(dist('index.html')).not.toContain('text-emphasis:dot');
  const scripts = readdirSync(join(web, 'dist/static/js')).filter((name) => name.endsWith('.js'));
  const greeting = scripts.filter((name) => dist(`static/js/${name}`).includes('greeted by a part'));
  expect(greeting).toEqual([expect.stringMatching('greeting-part')]);
});

test('an application page added by one file and one line has its content, script and policy, and is not indexed', () => {
  const html = dist('account/invoices/index.html');
  expect(html).toContain('<h1>Your invoices</h1>');
  expect(html).toMatch(/rel="modulepreload"[^>]+invoices-page/);
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(dist('sitemap.xml')).not.toContain('/account/invoices');
  const paymentAccount = { apiUrl: 'https://api.pay.example', checkoutUrl: 'https://checkout.pay.example/v1.js' };
  const config = { publicUrl: 'https://nova.example', homeScriptUrl: '', paymentAccount } as unknown as Config;
  const headersOf = headersByPath(config, JSON.parse(dist('build.json')) as SiteBuild);
  const policyOf = (path: string) => headersOf(path)['content-security-policy'];
  expect(policyOf('/account/invoices')).toContain('frame-src https://checkout.pay.example');
  expect(policyOf('/greeting')).toMatch(/style-src 'self' 'sha256-/);
  expect(policyOf('/greeting')).not.toContain('pay.example');
});
