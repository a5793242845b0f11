// Copies what production needs into a folder: `npm run package`, or `-- <folder>`. Builds first.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { publishedContract } from './lib/contract.mjs';
import { copyProduct, makeReadable } from './lib/production.mjs';
import { build, Fault, root } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

const target = resolve(root, process.argv[2] ?? 'dist/novacore');
if (process.argv[2] && existsSync(target) && readdirSync(target).length)
  throw new Fault(`${target} holds something else. Name an empty folder.`);

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
console.log(target);
