// What Mozilla's HTTP Observatory says of the built site, page by page:
//     cd test/bench/observatory && npm install --ignore-scripts && npm run scan
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeCertificate, startTls } from './tls-fixture.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../../../', import.meta.url));
const [port, httpPort, httpsPort] = [0, 1, 2].map((step) => Number(process.env.SCAN_PORT ?? 4590) + step);
const pages = ['/', '/login', '/signup', '/payment', '/account', '/pricing', '/docs', '/docs/api', '/contact'];

const directory = process.env.SCAN_DIRECTORY ?? mkdtempSync(join(tmpdir(), 'novacore-observatory-'));

/** The certificate authority has to be known when Node starts: this runs itself again. */
function runAgain() {
  makeCertificate(directory);
  const env = { ...process.env, SCAN_DIRECTORY: directory, NODE_EXTRA_CA_CERTS: join(directory, 'ca.pem') };
  spawn(process.execPath, [fileURLToPath(import.meta.url)], { env, stdio: 'inherit' }).on('exit', (code) => {
    rmSync(directory, { recursive: true, force: true });
    process.exit(code ?? 1);
  });
}

const run = (file, env) =>
  spawn(process.execPath, [file], { cwd: root, env: { PATH: process.env.PATH, DATA_DIR: directory, ...env } });

const exited = (child) => new Promise((resolve) => child.on('exit', resolve));

/** As in production: with Razorpay's own addresses. Nobody is called; the keys open nothing. */
const razorpay = {
  RAZORPAY_KEY_ID: 'rzp_test_ObservatoryScan',
  RAZORPAY_KEY_SECRET: 'of-the-scan',
  RAZORPAY_WEBHOOK_SECRET: 'of-the-scan',
};

async function startServer() {
  await exited(run('apps/bff/dist/migrate.js', {}));
  const server = run('apps/bff/dist/main.js', {
    ...razorpay,
    PORT: String(port),
    PUBLIC_URL: `https://localhost:${httpsPort}`,
  });
  await new Promise((resolve, reject) => {
    server.stdout.on('data', (chunk) => /"listening"/.test(chunk) && resolve());
    server.on('exit', () => reject(new Error('the server ended')));
  });
  return server;
}

/** The package's own steps, as its `scan` takes them, for one page rather than the host's first. */
async function loadScanner() {
  const source = join(here, 'node_modules/@mdn/mdn-http-observatory');
  // Its install script would download the browsers' preload list; nothing of localhost stands there.
  const preload = join(source, 'conf/hsts-preload.json');
  if (!existsSync(preload)) writeFileSync(preload, '{}');
  const load = (file) => import(join(source, 'src', file));
  const { retrieve } = await load('retriever/retriever.js');
  const { ALL_TESTS } = await load('constants.js');
  const { getGradeForScore, getScoreModifier } = await load('grader/grader.js');
  const { MINIMUM_SCORE_FOR_EXTRA_CREDIT } = await load('grader/charts.js');
  return async (path) => {
    const requests = await retrieve('localhost', { path, httpPort, httpsPort });
    const results = ALL_TESTS.map((test) => test(requests));
    const modifiers = results.map(({ result }) => getScoreModifier(result));
    const sum = (values) => values.reduce((total, value) => total + value, 100);
    const uncurved = sum(modifiers.filter((value) => value < 0));
    const { grade, score } = getGradeForScore(uncurved >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? sum(modifiers) : uncurved);
    const against = results.filter(({ pass }) => !pass).map(({ result }) => result);
    return { path, status: requests.responses.auto?.status, grade, score, against };
  };
}

async function scanAll() {
  const server = await startServer();
  const stopTls = await startTls(directory, { port, httpPort, httpsPort });
  const scan = await loadScanner();
  let worst = 0;
  for (const page of pages) {
    const result = await scan(page);
    console.log(JSON.stringify(result));
    if (result.grade !== 'A+') worst = 1;
  }
  stopTls();
  server.kill();
  await exited(server);
  process.exit(worst);
}

if (process.env.SCAN_DIRECTORY) await scanAll();
else runAgain();
