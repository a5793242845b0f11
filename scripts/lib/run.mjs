// Running a command of the project, and saying what a long step does.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

const running = new Set();
let exitCode;

/** Ends everything that was started, then this process with `code`. The first call decides the code. */
export function stop(code) {
  exitCode ??= code;
  if (!running.size) process.exit(exitCode);
  for (const child of running) if (!child.killed) child.kill('SIGTERM');
}

// npm and supervisors signal one process alone: what it has started would stay.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, (_, number) => stop(128 + number));

/** Starts a program in the project's root. A signal to this process ends it too. */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
  running.add(child);
  child.once('exit', () => {
    running.delete(child);
    if (exitCode !== undefined) stop(exitCode);
  });
  return child;
}

/** Says `title`, does `work`, says how many seconds it took. */
export async function step(title, work) {
  const started = Date.now();
  process.stdout.write(`· ${title} …\n`);
  const result = await work();
  process.stdout.write(`  done in ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
  return result;
}

/** Runs a command, in the project's root unless told otherwise; rejects with its output when it fails. */
export function run(command, args, { env = {}, quiet = true, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = start(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${command} ${args.join(' ')} ended with ${signal ?? code}\n${output}`));
    });
  });
}

/** Runs a tool from node_modules/.bin. */
export const tool = (name, args, options) =>
  run(process.execPath, [`${root}node_modules/.bin/${name}`, ...args], options);
