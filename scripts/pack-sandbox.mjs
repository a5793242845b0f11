// Packs @novacore/sandbox, which starts alone in an empty folder, and the client: `npm run pack:sandbox`, or
// `-- <folder>`.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { publishedContract } from './lib/contract.mjs';
import { copyProduct, nativePackages } from './lib/production.mjs';
import { build, packClient, root, run } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

const folder = resolve(root, process.argv[2] ?? 'dist');
const parts = [
  'apps/sandbox/dist',
  'apps/sandbox/public',
  'apps/web/dist',
  'packages/shared/settings.mjs',
  'scripts/novacore-sandbox.mjs',
  'scripts/serve.mjs',
  'scripts/lib/run.mjs',
  'scripts/lib/settings.mjs',
];

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** The native packages are in the archive; npm adds argon2's binary for another platform. */
function manifest() {
  const { name, version } = read(`${root}apps/sandbox/package.json`);
  const { engines, license } = read(`${root}package.json`);
  const description = 'NovaCore’s API on your machine, with stand-ins for the payment and identity provider and mail';
  const bin = { 'novacore-sandbox': 'scripts/novacore-sandbox.mjs' };
  const names = nativePackages.map((each) => (each === '@node-rs' ? '@node-rs/argon2' : each));
  const versionOf = (each) => read(`${root}node_modules/${each}/package.json`).version;
  const dependencies = Object.fromEntries(names.map((each) => [each, versionOf(each)]));
  return { name, version, description, license, engines, bin, dependencies, bundleDependencies: names };
}

/** The contract, which sends clients to the sandbox, never to the site that is configured here. */
async function writeContract(site) {
  const { stringify } = await import('yaml');
  const contract = await publishedContract('http://localhost:3000');
  for (const name of readdirSync(site)) if (name.startsWith('openapi.')) rmSync(join(site, name));
  writeFileSync(join(site, 'openapi.yaml'), stringify(contract, { aliasDuplicateObjects: false, lineWidth: 0 }));
  writeFileSync(join(site, 'openapi.json'), JSON.stringify(contract));
}

mkdirSync(folder, { recursive: true });
await ensureInstalled();
await build();
const temporary = mkdtempSync(join(tmpdir(), 'novacore-pack-'));
const stage = join(temporary, 'package');
copyProduct(stage, parts);
await writeContract(join(stage, 'apps/web/dist'));
const packed = manifest();
writeFileSync(join(stage, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
writeFileSync(join(stage, 'README.md'), readFileSync(`${root}docs/sandbox.md`));
const archive = join(folder, `novacore-sandbox-${packed.version}.tgz`);
// Not `npm pack`, which leaves out argon2's binary.
await run('tar', ['-czf', archive, '-C', temporary, 'package']);
rmSync(temporary, { recursive: true });
console.log(`${archive}: ${Math.round(statSync(archive).size / 1024 ** 2)} MB`);
console.log(await packClient(folder));
