// Runs start, main job and API tests on other versions of Node: `npm run test:node`, or `-- 24` for one.

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, start, step } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

const versions = process.argv.length > 2 ? process.argv.slice(2) : ['22', '24'];
const tests = ['test/start', 'test/journeys/main-job', 'test/contract', 'test/payments'];

/** The npm package `node` holds the official binary, in a package for each platform. */
async function install(version) {
  const folder = `${root}node_modules/.node-${version}`;
  const bin = join(folder, `node_modules/node-linux-${process.arch}/bin`);
  const packages = [`node-linux-${process.arch}@${version}`];
  if (!existsSync(join(bin, 'node')))
    await run('npm', ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', ...packages]);
  return bin;
}

await ensureInstalled();
for (const version of versions) {
  const bin = await step(`Fetching Node ${version}`, () => install(version));
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  console.log(await run(join(bin, 'node'), ['--version']));
  const [code] = await once(start(join(bin, 'node'), ['scripts/test.mjs', ...tests], { env }), 'exit');
  if (code !== 0) process.exit(code ?? 1);
}
