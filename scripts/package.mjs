// Copies what production needs into a folder: `npm run package`, or `-- <folder>`. Builds first.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { publishedContract } from './lib/contract.mjs';
import { copyProduct, makeReadable, megabytes } from './lib/production.mjs';
import { build, Fault, root } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

const target = resolve(root, process.argv[2] ?? 'dist/novacore');
// What is there is deleted. A run that was stopped leaves any part of a tree in the usual folder.
const isOldTree = existsSync(join(target, 'apps/bff/dist/main.js')) && !existsSync(join(target, 'scripts'));
const isFree = !process.argv[2] || !existsSync(target) || !readdirSync(target).length || isOldTree;
if (root.startsWith(join(target, sep)) || !isFree)
  throw new Fault(`${target} holds something else. Name a folder that is empty, or that an earlier run made.`);

await ensureInstalled();
await build();
rmSync(target, { recursive: true, force: true });
copyProduct(target, ['apps/web/dist', 'openapi.yaml', 'deploy', 'docs/operations.md', 'RELEASES.md', '.env.example']);
const programs = {
  start: 'main.js',
  migrate: 'migrate.js',
  doctor: 'doctor.js',
  orders: 'commands.js orders',
  people: 'commands.js people',
  books: 'commands.js books',
};
const scripts = Object.fromEntries(
  Object.entries(programs).map(([name, program]) => [name, `exec node apps/bff/dist/${program}`]),
);
const { version } = (await publishedContract()).info;
const manifest = { name: 'novacore', version, private: true, scripts };
writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
makeReadable(target);
console.log(`${target}: ${megabytes(target)} MB`);
