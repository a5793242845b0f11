// Static checks: `npm run check`.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkCompatible, lastRelease, publishedContract, requireNotes } from './lib/contract.mjs';
import { build, root, run, step, tool } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

async function checkTypes() {
  await run('npm', ['run', '--silent', 'typecheck', '--workspaces', '--if-present']);
  await run(process.execPath, [`${root}node_modules/typescript-7/bin/tsc`, '-p', 'test']);
}

async function checkReleases() {
  const contract = await publishedContract();
  await requireNotes(contract, await checkCompatible(contract, await lastRelease()));
}

const redocly = (...args) => tool('redocly', ['lint', ...args], { env: { REDOCLY_TELEMETRY: 'off' } });

/** Spectral's rules for OpenAPI. @throws Error that lists every finding. */
async function spectral(contract) {
  const { default: core } = await import('@stoplight/spectral-core');
  const { default: rulesets } = await import('@stoplight/spectral-rulesets');
  const linter = new core.Spectral();
  linter.setRuleset({ extends: [rulesets.oas] });
  const findings = await linter.run(contract);
  if (findings.length) throw new Error(findings.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
}

/** Lints the contract as it is written, and strictly as the site publishes it. */
async function lintContract() {
  const published = 'apps/web/dist/openapi.json';
  await redocly('openapi.yaml');
  // The build's origin is this machine unless PUBLIC_URL names another.
  await redocly('--extends=recommended-strict', '--skip-rule=no-server-example.com', published);
  await spectral(JSON.parse(await readFile(join(root, published), 'utf8')));
}

/** The migration of release 1.4 runs with every instance stopped. Later ones run during payments, so they only add. */
async function checkMigrations() {
  const names = await readdir(join(root, 'prisma/migrations'));
  const later = names.filter((name) => /^\d/.test(name) && name > '20261128000000_release_1_4');
  const files = later.map((name) => `prisma/migrations/${name}/migration.sql`);
  if (files.length) await tool('squawk', files);
}

/** Each check throws if it fails. */
const checks = {
  types: checkTypes,
  lint: () => tool('biome', ['check', '--error-on-warnings', '.']),
  imports: () => tool('depcruise', ['--config', '.dependency-cruiser.cjs', 'apps', 'packages', '--output-type', 'err']),
  contract: lintContract,
  releases: checkReleases,
  drawings: async () => (await import('../apps/web/drawings/draw.mjs')).checkDrawings(),
  migrations: checkMigrations,
};

await ensureInstalled();
const failed = [];
const attempt = (name, work) =>
  work().catch((error) => {
    console.error(error.message);
    failed.push(name);
  });
await attempt('build', build);
for (const [name, check] of Object.entries(failed.length ? {} : checks))
  await attempt(name, () => step(`Checking ${name}`, check));
console.log(failed.length ? `check: failed: ${failed.join(', ')}` : 'check: ok');
process.exitCode = failed.length ? 1 : 0;
