import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './run.mjs';

// Outside the clone, because an installation may replace node_modules.
const file = join(tmpdir(), `novacore-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.lock`);

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Returns the process that holds the lock. The lock of a dead process is removed. */
function holder() {
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (pid && !isAlive(pid)) rmSync(file, { force: true });
  return pid;
}

function take() {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/** Runs `work` while no other process of this clone installs or builds. Calls within `work` run at once. */
export async function alone(work) {
  if (holder() === process.pid) return work();
  for (let told = false; !take(); await sleep(200)) {
    const pid = holder();
    if (pid && !told) process.stdout.write(`· Waiting for process ${pid}, which installs or builds …\n`);
    told ||= Boolean(pid);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}
