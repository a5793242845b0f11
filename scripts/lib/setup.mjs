import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { alone } from './lock.mjs';
import { Fault, root, run, step } from './run.mjs';

const stamp = `${root}node_modules/.installed-from`;
/** Exists while an installation runs, and after one that did not end well. */
const unfinished = `${root}node_modules/.unfinished`;
const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex');

/** Direct dependencies of the project and its workspaces that are not installed. */
function missingPackages() {
  const workspaces = ['apps', 'packages'].flatMap((parent) =>
    existsSync(`${root}${parent}`) ? readdirSync(`${root}${parent}`).map((name) => `${root}${parent}/${name}/`) : [],
  );
  return [root, ...workspaces]
    .filter((folder) => existsSync(`${folder}package.json`))
    .flatMap((folder) => {
      const { dependencies, devDependencies } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
      const isMissing = (name) => [root, folder].every((at) => !existsSync(`${at}node_modules/${name}/package.json`));
      return Object.keys({ ...dependencies, ...devDependencies }).filter(isMissing);
    });
}

const isInstalled = () =>
  !existsSync(unfinished) &&
  existsSync(stamp) &&
  readFileSync(stamp, 'utf8') === lockHash() &&
  missingPackages().length === 0;

const neededMegabytes = 1_500;
const freeMegabytes = () => {
  const { bavail, bsize } = statfsSync(root);
  return (bavail * bsize) / 1024 ** 2;
};

/** npm may report success although the disk was full and files were cut off, so room is checked before and after. */
function assertRoom(megabytes, advised = neededMegabytes) {
  const free = Math.round(freeMegabytes());
  if (free < megabytes)
    throw new Fault(`The disk of ${root} has ${free} MB left. Free ${advised} MB, then run the command again.`);
}

/** The build needs development packages, which npm omits if NODE_ENV is production. */
async function install() {
  // Room for the data of a trial: its database does not say that the disk is full.
  if (isInstalled()) return assertRoom(50, 200);
  // npm takes a package with cut-off files for installed, so only a new installation is certain to be complete.
  if (existsSync(unfinished)) rmSync(`${root}node_modules`, { recursive: true, force: true });
  assertRoom(existsSync(stamp) ? 100 : neededMegabytes);
  mkdirSync(`${root}node_modules`, { recursive: true });
  rmSync(stamp, { force: true });
  writeFileSync(unfinished, '');
  const options = ['--no-save', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await step('Installing packages (about a minute)', () => run('npm', ['install', ...options]));
  assertRoom(50);
  const missing = missingPackages();
  if (missing.length) throw new Fault(`npm did not install ${missing.join(', ')}.`);
  writeFileSync(stamp, lockHash());
  rmSync(unfinished);
}

/**
 * Installs the packages of package-lock.json unless they are installed already. Does not use `npm ci`, which refuses a
 * lockfile without the optional packages of other platforms. Install scripts do not run: no package needs them, and some
 * would download files.
 */
export async function ensureInstalled() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    throw new Fault(`Node 20.19 or later is needed, this is ${process.version}`);
  const [odd] = root.match(/[#?*\\]/) ?? [];
  if (odd) throw new Fault(`The path ${root} contains ${odd}, which Node or Vite does not take. Move the project.`);
  await alone(install);
}

const chromiums = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const findChromium = () => [process.env.CHROMIUM_PATH, ...chromiums].find((file) => file && existsSync(file));

const versions = '/usr/lib/postgresql';
const hasPostgres = () =>
  existsSync(versions) && readdirSync(versions).some((version) => existsSync(`${versions}/${version}/bin/initdb`));

/** What the tests need, by Debian's package. */
const programs = {
  chromium: findChromium,
  // A page costs a third of what it costs in Chromium, which replaces it.
  'chromium-headless-shell': () => existsSync('/usr/bin/chromium-headless-shell'),
  postgresql: () => process.env.TEST_DATABASE_URL || hasPostgres(),
  'nginx-light': () => existsSync('/usr/sbin/nginx'),
  openssl: () => existsSync('/usr/bin/openssl'),
  pgbouncer: () => existsSync('/usr/sbin/pgbouncer'),
};

/** What `npm run test:browsers` needs in addition. */
const browsers = {
  'firefox-esr': () => existsSync('/usr/bin/firefox-esr'),
  'webkit2gtk-driver': () => existsSync('/usr/bin/WebKitWebDriver'),
  xvfb: () => existsSync('/usr/bin/Xvfb'),
};

/** The tests behave as if these were missing: `WITHOUT=postgresql,nginx,pgbouncer,chromium`. */
const without = (process.env.WITHOUT ?? '').split(',').map((name) => (name === 'nginx' ? 'nginx-light' : name));

const hasApt = () => process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
const apt = (...args) => run('apt-get', args, { env: { DEBIAN_FRONTEND: 'noninteractive' } });

/** One by one: a package that the system does not have must not keep the others from being installed. */
async function installPrograms(names) {
  const report = ({ message }) => console.error(`  That failed: ${message.trim().split('\n').at(-1)}`);
  await step('Updating the list of packages', () => apt('update')).catch(report);
  for (const name of names)
    await step(`Installing ${name}`, () => apt('install', '-y', '--no-install-recommends', name)).catch(report);
}

/** Installs what is missing, if this is root on Debian or Ubuntu. @returns the packages that are still missing */
async function ensure(list) {
  const missing = () => Object.keys(list).filter((name) => without.includes(name) || !list[name]());
  const names = missing().filter((name) => !without.includes(name));
  if (names.length && hasApt()) await installPrograms(names);
  return missing();
}

/** Installs the browsers of `npm run test:browsers`, and the packages that drive them, which nothing else needs. */
export async function ensureBrowsers() {
  const missing = await ensure(browsers);
  if (missing.length) throw new Fault(`These tests need Debian's browsers: apt-get install ${missing.join(' ')}`);
  const cwd = `${root}test/browsers`;
  if (existsSync(`${cwd}/node_modules`)) return;
  await step('Installing browser drivers and Chrome 109', () => run('npm', ['ci', '--ignore-scripts'], { cwd }));
}

/** Tests that need another program are skipped. @returns the path of Chromium, and the packages that are missing */
export async function ensureTestPrograms() {
  const missing = await ensure(programs);
  return { chromium: findChromium(), missing };
}
