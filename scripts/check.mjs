// Static checks, then the list of copy that the provider still has to review.
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, generatedFiles } from './lib/build.mjs';
import { checkClient, checkCompatible, inFolder, publishedContract } from './lib/contract.mjs';
import { root, run, step, tool, tsc } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

const read = (file) => readFile(join(root, file), 'utf8');

async function checkTypes() {
  await run('npm', ['run', 'typecheck', '--workspaces', '--if-present']);
  await tsc('-p', 'test');
}

/** Generated files are committed. Fails if one differs from its sources. */
const checkGenerated = () =>
  inFolder(async (folder) => {
    const current = join(folder, 'current.ts');
    for (const [file, write] of Object.entries(generatedFiles)) {
      await write(current);
      if ((await read(file)) !== (await readFile(current, 'utf8')))
        throw new Error(`${file} is outdated: npm run generate`);
    }
  });

/** Compares the contract with its client and its last release. */
async function checkReleases() {
  const contract = await publishedContract();
  await checkClient(contract);
  await checkCompatible(contract);
}

const isExact = (version) => /^(npm:\w+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version);

/** Requires exact versions and a hash for every package. */
async function checkDependencies() {
  const { packages } = JSON.parse(await read('package-lock.json'));
  const [own, others] = [false, true].map((isOther) =>
    Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules') === isOther && !link),
  );
  for (const [path] of own) {
    const { dependencies, devDependencies } = JSON.parse(await read(join(path, 'package.json')));
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      if (!isExact(version)) throw new Error(`${path}/package.json: ${name} ${version} is not one exact version`);
  }
  for (const [path, { integrity, resolved }] of others)
    if (!integrity?.startsWith('sha512-') || resolved) throw new Error(`package-lock.json: ${path} needs a hash only`);
}

/** docs/security.md names proofs as `test/file.test.ts`, each optionally followed by parts of its titles: “…”, “…”. */
async function checkNamedProofs() {
  let source = '';
  for (const [, file, title] of (await read('docs/security.md')).matchAll(/`(test\/[\w/-]+\.[\w.]+)`|“([^”]+)”/g)) {
    if (file && !existsSync(join(root, file))) throw new Error(`docs/security.md: there is no ${file}`);
    if (file) source = await read(file);
    else if (!source.includes(title)) throw new Error(`docs/security.md: there is no test “${title}”`);
  }
}

/** Table and columns of each model, as the database names them. */
function columnsOf(schema) {
  const models = [...schema.matchAll(/^model (\w+) \{([\s\S]*?)^\}/gm)];
  const names = new Set(models.map(([, name]) => name));
  return models.flatMap(([, , body]) => {
    const table = body.match(/@@map\("(\w+)"\)/)[1];
    const fields = [...body.matchAll(/^ {2}(\w+) +(\w+)[^\n]*/gm)].filter(([, , type]) => !names.has(type));
    return fields.map(([line, field]) => [table, line.match(/ @map\("(\w+)"\)/)?.[1] ?? field]);
  });
}

/** docs/security.md lists every column of the database: purpose, retention, whether it is exported and erased. */
async function checkPersonalData() {
  const rows = [...(await read('docs/security.md')).matchAll(/^\| `(\w+)` \| ((?:`\w+`(?:, )?)+) \|/gm)];
  const listed = new Set(
    rows.flatMap(([, table, columns]) => [...columns.matchAll(/\w+/g)].map(([column]) => `${table}.${column}`)),
  );
  const columns = columnsOf(await read('prisma/schema.prisma')).map(([table, column]) => `${table}.${column}`);
  const missing = columns.filter((column) => !listed.has(column));
  const stale = [...listed].filter((column) => !columns.includes(column));
  if (missing.length) throw new Error(`docs/security.md: the table of personal data lacks ${missing.join(', ')}`);
  if (stale.length) throw new Error(`docs/security.md: there is no column ${stale.join(', ')}`);
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
  const published = await publishedContract();
  await redocly('openapi.yaml');
  await inFolder(async (folder) => {
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(published));
    await redocly('--extends=recommended-strict', file);
  });
  await spectral(published);
}

const checkImports = () =>
  tool('depcruise', ['--config', '.dependency-cruiser.cjs', 'apps', 'packages', '--output-type', 'err']);

/**
 * Migrations after this one run while payments go on: they only add. Null until release 1.4, whose migrations run with every
 * instance stopped. To release 1.4, put the name of its last migration here.
 */
const lastOfRelease = null;

async function checkMigrations() {
  const names = lastOfRelease ? await readdir(join(root, 'prisma/migrations')) : [];
  const later = names.filter((name) => /^\d/.test(name) && name > lastOfRelease);
  if (later.length)
    await tool(
      'squawk',
      later.map((name) => `prisma/migrations/${name}/migration.sql`),
    );
}

/** Each check throws if it fails. */
const checks = {
  Types: checkTypes,
  Lint: () => tool('biome', ['check', '--error-on-warnings', '.']),
  Imports: checkImports,
  Contract: lintContract,
  'Contract and its last release': checkReleases,
  Drawings: async () => (await import('../apps/web/drawings/draw.mjs')).checkDrawings(),
  'Generated files': checkGenerated,
  Dependencies: checkDependencies,
  'Migrations while payments go on': checkMigrations,
  'Proofs named in docs/security.md': checkNamedProofs,
  'Columns listed in docs/security.md': checkPersonalData,
};

await ensureInstalled();
await build();
for (const [name, check] of Object.entries(checks)) {
  await step(name, check).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}

const { drafts } = await import('./lib/drafts.mjs');
console.log('\nDrafts for the provider to review:');
for (const [path, text] of await drafts()) console.log(`  ${path}: ${text}`);
