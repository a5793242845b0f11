import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run, step } from './run.mjs';

const candidates = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const found = () => [process.env.CHROMIUM_PATH, ...candidates].find((file) => file && existsSync(file));

const canInstall = () => process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;

async function install() {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { env });
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { env });
}

/** Where Chromium lies; on Debian, as root, it is installed when it is missing. */
export async function ensureChromium() {
  if (!found() && canInstall()) await step('Installing Chromium', install);
  const path = found();
  if (!path) throw new Error('The browser tests need Chromium: apt-get install chromium, or set CHROMIUM_PATH.');
  return path;
}
