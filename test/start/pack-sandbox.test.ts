import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUp, settings, startScript } from './script';

afterEach(cleanUp);

test('the packed sandbox starts in an empty folder without a network, and NovaCore passes its own certification', async () => {
  const [archive, folder] = ['archive', 'empty'].map((name) => mkdtempSync(join(tmpdir(), `novacore-${name}-`)));
  const { DATA_DIR: _, ...env } = await settings();
  const packing = startScript(process.execPath, ['scripts/pack-sandbox.mjs', archive as string], env);
  expect({ code: await packing.ended, output: packing.output() }).toMatchObject({ code: 0 });
  const file = join(archive as string, readdirSync(archive as string)[0] as string);
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', file], { cwd: folder, env });

  // Settings of the caller's own project lead nowhere.
  const own = { DATABASE_URL: 'postgres://127.0.0.1:9/shop', RAZORPAY_KEY_ID: 'rzp_live_own', NODE_ENV: 'production' };
  const bin = join(folder as string, 'node_modules/.bin/novacore-sandbox');
  const sandbox = startScript(bin, [], { ...env, ...own }, folder);
  await sandbox.untilPrinted(/^ {2}API .*\/api/m, /No real money/);
  const [api, control] = [`http://localhost:${env.PORT}/api`, `http://localhost:${env.SANDBOX_PORT}`];
  const certify = spawnSync(bin, ['certify', api, '--sandbox', control], { cwd: folder, env, encoding: 'utf8' });
  expect(certify.stdout).toMatch(/^pass {2}verify\.genuine \(BP-02\).*\n +POST \/user\/order .* → 201/m);
  expect([certify.stdout.match(/^FAIL.*\n.*/gm), certify.stderr, certify.status]).toEqual([null, '', 0]);
  sandbox.child.kill('SIGTERM');
  expect(await sandbox.ended).toBe(0);
  for (const each of [archive, folder]) rmSync(each as string, { recursive: true });
});
