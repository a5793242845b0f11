// `npm test`: every test of a developer's tier once, or a part of it: `npm test -- test/contract`.
// `npm run test:release`: what takes long or needs its own machine, or a part of it: `npm run test:release -- cluster`.
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, root, start } from './lib/run.mjs';
import { ensureInstalled, ensureTestPrograms } from './lib/setup.mjs';

const isRelease = process.argv[2] === '--release';
await ensureInstalled();
const { chromium, missing } = await ensureTestPrograms({ isRelease });
await build();

// Tests drop databases and roles: never those of .env.
const database = { DATABASE_URL: process.env.TEST_DATABASE_URL || '', DATABASE_DIRECT_URL: '' };
const directory = mkdtempSync(join(tmpdir(), 'novacore-results-'));
const results = join(directory, 'results.json');
const jest = ['node_modules/jest/bin/jest.js', '-c', 'test/jest.config.cjs', '--json', `--outputFile=${results}`];
const child = start(
  process.execPath,
  [
    // The embedded database imports itself dynamically, which Jest's sandbox allows only with this flag.
    ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    ...[...jest, ...process.argv.slice(isRelease ? 3 : 2)],
  ],
  // Jest's report goes to stderr, its JSON to the file.
  {
    // Its end is how Jest learns that this process was killed.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...database, CHROMIUM_PATH: chromium, RELEASE: isRelease ? '1' : '' },
  },
);
const [status] = await once(child, 'exit');

const {
  numPassedTests = 0,
  numFailedTests = 0,
  numPendingTests = 0,
  numRuntimeErrorTestSuites = 0,
  testResults = [],
} = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : {};
rmSync(directory, { recursive: true, force: true });
const failed = numFailedTests + numRuntimeErrorTestSuites || (status === 0 ? 0 : 1);

/** Which programs the skipped tests need: they have it in their titles. */
const needs = testResults
  .flatMap(({ assertionResults }) => assertionResults)
  .filter((test) => test.status === 'pending')
  .flatMap(({ fullName }) => /\[needs (.+?)\]/.exec(fullName)?.[1] ?? []);
const isIncomplete = Boolean(process.env.CI) && needs.length > 0;
if (needs.length) {
  const counts = [...new Set(needs)].map((name) => `${needs.filter((each) => each === name).length} need ${name}`);
  console.log(`\nSkipped tests: ${counts.join('; ')}.\nTo run them too: apt-get install ${missing.join(' ')}`);
}
if (isIncomplete) console.log('CI is set: tests that are skipped for want of a program are a failure.');
const evidence = 'test/.artifacts/failed';
if (existsSync(root + evidence)) {
  console.log('\nScreenshots and traces of failed journeys (npx playwright-core show-trace <file>):');
  for (const name of readdirSync(root + evidence)) console.log(`  ${evidence}/${name}`);
}
// The last line: it is read by programs too.
console.log(`${numPassedTests} passed, ${failed} failed${numPendingTests ? `, ${numPendingTests} skipped` : ''}`);
process.exit(failed || isIncomplete ? 1 : 0);
