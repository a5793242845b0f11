// Every test, from nothing: `npm test`, or a part of it: `npm test -- test/contract`.
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './lib/chromium.mjs';
import { start } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await ensureInstalled();
const { build } = await import('./lib/build.mjs');
const chromium = await ensureChromium();
await build();

const directory = mkdtempSync(join(tmpdir(), 'novacore-results-'));
const results = join(directory, 'results.json');
const jest = ['node_modules/jest/bin/jest.js', '-c', 'test/jest.config.cjs', '--json', `--outputFile=${results}`];
const child = start(
  process.execPath,
  // The embedded database imports itself dynamically, which Jest's sandbox allows only with this flag.
  ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', ...jest, ...process.argv.slice(2)],
  // Jest's report goes to stderr, its JSON to the file.
  { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, CHROMIUM_PATH: chromium } },
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
for (const { fullName, status, invocations } of testResults.flatMap(({ assertionResults }) => assertionResults))
  if (status === 'passed' && invocations > 1) console.log(`Passed only at try ${invocations}: ${fullName}`);
const failed = numFailedTests + numRuntimeErrorTestSuites || (status === 0 ? 0 : 1);
console.log(`${numPassedTests} passed, ${failed} failed${numPendingTests ? `, ${numPendingTests} skipped` : ''}`);
process.exit(failed ? 1 : 0);
