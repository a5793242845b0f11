// Installs what a command needs: packages from package-lock.json, and programs for the tests.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Fault, root, run, step } from './run.mjs';

const require = createRequire(`${root}package.json`);

/** Packages with binaries. Loading them shows whether node_modules comes from another system. */
const nativePackages = ['@node-rs/argon2', '@swc/core', 'lightningcss', 'rolldown'];

const packagesIn = (lockfile) => JSON.parse(readFileSync(root + lockfile, 'utf8')).packages;

/** npm writes node_modules/.package-lock.json when an installation is complete. */
function matchesLockfile() {
  const installed = packagesIn('node_modules/.package-lock.json');
  return Object.entries(packagesIn('package-lock.json')).every(([path, { integrity, optional, link }]) => {
    if (link) return existsSync(`${root}${path}`);
    if (!path.includes('node_modules/')) return true;
    // npm leaves out optional packages of other systems.
    if (!installed[path]) return optional;
    return installed[path].integrity === integrity && existsSync(`${root}${path}/package.json`);
  });
}

const missing = 'packages are missing';

/** @returns what is wrong with node_modules, or nothing if it is complete and of this system */
function installationFault() {
  try {
    if (!matchesLockfile()) return missing;
    for (const name of nativePackages) require(name);
  } catch (error) {
    return error.message;
  }
}

/** Personal settings of npm must not leave packages out. */
const options = [
  ...['dev', 'optional', 'peer'].map((kind) => `--include=${kind}`),
  ...['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1'],
];

/**
 * Installs the packages of package-lock.json unless they are installed already. Does not use `npm ci`, which
 * would install all of them again after each change of the lockfile. Install scripts do not run: no package needs them,
 * and some would download files.
 */
export async function ensureInstalled() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    throw new Fault(`Node 20.19 or later is needed. This is ${process.version}`);
  const fault = installationFault();
  if (!fault) return;
  // npm considers a folder of another system complete, so only a new installation repairs it.
  if (fault !== missing) rmSync(`${root}node_modules`, { recursive: true, force: true });
  await step('Installing packages (about a minute)', () => run('npm', ['install', ...options]));
  const left = installationFault();
  if (left) throw new Fault(`npm did not install packages that work here: ${left}`);
}

const findChromium = () =>
  [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (file) => file && existsSync(file),
  );

/** Looks for `initdb`, because the client package creates the same folders. */
function hasPostgresServer() {
  const versions = '/usr/lib/postgresql';
  return existsSync(versions) && readdirSync(versions).some((each) => existsSync(`${versions}/${each}/bin/initdb`));
}

/** Programs that the tests need, by Debian package. */
const programs = {
  chromium: findChromium,
  // It needs a third of Chromium's time per page. Without it, the tests use Chromium.
  'chromium-headless-shell': () => existsSync('/usr/bin/chromium-headless-shell'),
  postgresql: () => process.env.TEST_DATABASE_URL || hasPostgresServer(),
  'nginx-light': () => existsSync('/usr/sbin/nginx'),
  openssl: () => existsSync('/usr/bin/openssl'),
  pgbouncer: () => existsSync('/usr/sbin/pgbouncer'),
};

/** The release tier needs these in addition. */
const browsers = {
  'firefox-esr': () => existsSync('/usr/bin/firefox-esr'),
  'webkit2gtk-driver': () => existsSync('/usr/bin/WebKitWebDriver'),
  xvfb: () => existsSync('/usr/bin/Xvfb'),
};

/**
 * Installs programs if this is root on Debian or Ubuntu. Tests that need another program are skipped.
 * @returns the path of Chromium, and the packages that are missing
 */
export async function ensureTestPrograms({ isRelease = false } = {}) {
  const cwd = `${root}test/release/browsers`;
  if (isRelease && !existsSync(`${cwd}/node_modules`))
    await step('Installing browser drivers and Chrome 109', () => run('npm', ['ci', '--ignore-scripts'], { cwd }));
  const list = { ...programs, ...(isRelease && browsers) };
  const missing = () => Object.keys(list).filter((name) => !list[name]());
  if (missing().length && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const apt = (...args) =>
      step(`apt-get ${args.join(' ')}`, () =>
        run('apt-get', args, { env: { DEBIAN_FRONTEND: 'noninteractive' } }),
      ).catch(({ message }) => console.error(`  That failed: ${message.trim().split('\n').at(-1)}`));
    await apt('update');
    // One by one: a package that the system does not have must not keep the others from being installed.
    for (const name of missing()) await apt('install', '-y', '--no-install-recommends', name);
  }
  return { chromium: findChromium(), missing: missing() };
}
