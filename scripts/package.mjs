// Copies what production needs into a folder: `npm run package`, or `-- <folder>`. Builds first.
import { chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { build } from './lib/build.mjs';
import { copyProduction, megabytes } from './lib/production.mjs';
import { Fault, root } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

const target = resolve(root, process.argv[2] ?? 'dist/novacore');
// What is there is deleted. A run that was stopped leaves any part of a tree in the usual folder.
const isOldTree = existsSync(join(target, 'apps/bff/dist/main.js')) && !existsSync(join(target, 'scripts'));
const isFree = !process.argv[2] || !existsSync(target) || !readdirSync(target).length || isOldTree;
if (root.startsWith(join(target, sep)) || !isFree)
  throw new Fault(`${target} holds something else. Name a folder that is empty, or that an earlier run made.`);

const parts = [
  'apps/bff/dist',
  'apps/bff/package.json',
  'apps/web/dist',
  'apps/web/operator.example.json',
  'prisma',
  'openapi.yaml',
  'packages/formats/formats.mjs',
  'deploy',
  '.env.example',
  'packages/settings/settings.cjs',
];

// The service runs as another user, and packages were perhaps installed under a umask that keeps it out.
process.umask(0o022);
await ensureInstalled();
await build();
rmSync(target, { recursive: true, force: true });
copyProduction(target, parts, ['bff']);
const scripts = {
  start: 'exec node apps/bff/dist/main.js',
  migrate: 'exec node apps/bff/dist/migrate.js',
  doctor: 'exec node apps/bff/dist/doctor/main.js',
  orders: 'exec node apps/bff/dist/desk/orders.js',
  people: 'exec node apps/bff/dist/desk/people.js',
  books: 'exec node apps/bff/dist/desk/books.js',
};
writeFileSync(
  join(target, 'package.json'),
  `${JSON.stringify({ name: 'novacore', private: true, scripts }, null, 2)}\n`,
);
chmodSync(target, 0o755);
for (const entry of readdirSync(target, { recursive: true, withFileTypes: true }))
  if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
console.log(`${target}: ${Math.round(megabytes(target))} MB`);
