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
  await alone(install);
}

const candidates = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const findChromium = () => [process.env.CHROMIUM_PATH, ...candidates].find((file) => file && existsSync(file));

const hasApt = () => process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;

async function installChromium() {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { env });
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { env });
}

/** Returns the path of Chromium. Installs it if it is missing and this is root on Debian. */
export async function ensureChromium() {
  if (!findChromium() && hasApt()) await step('Installing Chromium', installChromium);
  const path = findChromium();
  if (!path) throw new Fault('The browser tests need Chromium: apt-get install chromium, or set CHROMIUM_PATH.');
  return path;
}
