import { execSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allOperations } from '../contract/contract';
import { built, type CodeBlock, codeBlocks } from '../docs/built-page';
import { runGuide, type Step } from '../docs/run-guide';
import { cleanUp, type Script, siteSettings, startScript } from '../start/script';
import { needing } from '../support/needing';
import { freePort } from '../support/process';

let folder: string;
let sandbox: Script;
let url: string;
let control: string;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'novacore-empty-'));
  const own = await siteSettings();
  env = { ...own, npm_config_offline: 'true' };
  [url, control] = [`http://localhost:${env.PORT}`, `http://localhost:${env.SANDBOX_PORT}`];
  const packing = startScript(process.execPath, ['scripts/pack-sandbox.mjs', folder], env);
  expect({ code: await packing.ended, output: packing.output() }).toMatchObject({ code: 0 });
  const quickstart = built('docs/quickstart.md');
  expect(readdirSync(folder).sort()).toEqual([...new Set(quickstart.match(/novacore-[\w.-]+\.tgz/g))].sort());
  const [, install = '', start = ''] = quickstart.match(/`(npm install \S+) && (npx \S+)`/) ?? [];
  execSync(install, { cwd: folder, env });
  // The caller's own settings would lead to an unreachable address.
  const foreign = {
    DATABASE_URL: 'postgres://127.0.0.1:9/shop',
    RAZORPAY_KEY_ID: 'rzp_live_own',
    NODE_ENV: 'production',
  };
  sandbox = startScript('npx', [start.replace('npx ', '')], { ...env, ...foreign }, folder);
  await sandbox.untilPrinted(/^ {2}API .*\/api/m, /No real money/);
});
afterAll(() => {
  cleanUp();
  rmSync(folder, { recursive: true, force: true });
});

const headers = { 'content-type': 'application/json' };

const typesOf = (text: string) =>
  Object.fromEntries(
    Object.entries(JSON.parse(text)).map(([key, value]) => [key, value === null ? 'null' : typeof value]),
  );

describe('the quickstart, and the guides that go on in its shell, typed in against the packed sandbox', () => {
  const [logIn, verify] = ['/docs/tokens', '/docs/verification'].map((path) => codeBlocks(path)[0]);
  const next = [logIn, verify, ...codeBlocks('/docs/server'), ...codeBlocks('/docs/policies')];
  const blocks = [...codeBlocks('/docs/quickstart'), ...next] as CodeBlock[];
  let steps: Step[];
  beforeAll(async () => {
    const port = String(await freePort());
    const here = blocks.map((block) => ({ ...block, code: block.code.replaceAll('4000', port) }));
    steps = runGuide(here, { url, sandbox: { url: control } }, "trap 'kill $(jobs -p) || true' EXIT");
  });

  it('prints the answers that the guide shows: the same words, or JSON with the same fields', () => {
    expect(blocks.length).toBeGreaterThan(10);
    const answers = steps.filter(({ answer }) => answer);
    expect(answers.length).toBeGreaterThanOrEqual(5);
    for (const { printed, answer = '' } of answers)
      if (answer.startsWith('{')) expect(typesOf(printed)).toEqual(typesOf(answer));
      else expect(printed).toBe(answer);
  });

  it('leaves five paid orders: by hand, by the client, and three of the server', async () => {
    const { orders } = await (await fetch(`${control}/control/state`)).json();
    expect(orders.map(({ status }: { status: string }) => status)).toEqual(Array(5).fill('paid'));
  });
});

describe('the quickstart in other languages, although a call is refused and an answer is lost', () => {
  const refused = { kind: 'status', status: 429, code: 'busy' };
  const faults = [
    { match: { operation: 'api.createOrder' }, do: refused },
    { match: { operation: 'api.verifyPayment' }, do: { kind: 'drop', when: 'after' } },
  ];
  for (const language of ['Python', 'Go', 'PHP', 'Java'] as const)
    needing(it, language)(`pays in ${language}`, async () => {
      await fetch(`${control}/control/faults`, { method: 'POST', body: JSON.stringify(faults), headers });
      const blocks = codeBlocks(`/docs/quickstart/${language.toLowerCase()}`);
      const watched = { url: control, sandbox: { url: control } };
      expect(runGuide(blocks, watched)).toMatchObject([{ printed: 'Payment verified.\nPAID' }]);
      const left = await (await fetch(`${control}/control/faults`)).json();
      expect(left).toMatchObject([{ hits: 1 }, { hits: 1 }]);
      await fetch(`${control}/control/faults`, { method: 'DELETE' });
    });
});

it("has nothing of the operations that are not published in the partner's client", () => {
  const [client] = readdirSync(folder).filter((name) => name.startsWith('novacore-client-'));
  const text = execSync(`tar -xzOf ${client}`, { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 });
  expect(text).toContain('verifyPayment');
  const internal = allOperations.filter(({ isInternal, isDesk }) => isInternal || isDesk);
  expect(internal.filter(({ id, path }) => text.includes(id) || text.includes(`"${path}"`))).toEqual([]);
});

it('serves the guides and the reference, to which its problems lead', async () => {
  const { type } = await (await fetch(`${url}/api/user/me`)).json();
  expect(type).toMatch(`${url}/docs/errors#`);
  for (const page of [type, `${url}/docs/quickstart`, `${url}/docs/api/createOrder`])
    expect([page, await (await fetch(page)).text()]).toEqual([page, expect.stringContaining('<h1')]);
});

it('says with --help what it takes, and refuses other words', () => {
  const call = (word: string) => spawnSync('npx', ['novacore-sandbox', word], { cwd: folder, env, encoding: 'utf8' });
  expect(call('--help')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/certify <url>[\s\S]*SANDBOX_PORT/),
  });
  expect(call('bogus')).toMatchObject({ status: 2, stderr: expect.stringContaining('Unknown: bogus') });
});

it('passes its own certification', () => {
  const args = ['novacore-sandbox', 'certify', `${url}/api`, '--sandbox', control];
  const certify = spawnSync('npx', args, { cwd: folder, env, encoding: 'utf8' });
  expect(certify.stdout).toMatch(/^pass {2}verify\.genuine \(BP-02\).*\n +POST \/user\/order .* → 201/m);
  expect(certify.stdout).toMatch(/^Not seen from outside:\n {2}Whether an order is delivered once/m);
  expect([certify.stdout.match(/^FAIL.*\n.*/gm), certify.stderr, certify.status]).toEqual([null, '', 0]);
});

it('stops everything when npx gets SIGTERM', async () => {
  sandbox.child.kill('SIGTERM');
  await sandbox.ended;
  await expect(fetch(`${url}/api/health`)).rejects.toThrow();
});
