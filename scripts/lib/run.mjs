// Starts and stops the project's processes.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

// Calls to this machine go through no proxy.
for (const key of ['no_proxy', 'NO_PROXY'])
  process.env[key] = [process.env[key], 'localhost', '127.0.0.1', '::1'].filter(Boolean).join(',');

const running = new Set();
let exitCode;

/** Stops all started processes, then exits with `code`. The code of the first call counts. */
export function stop(code) {
  exitCode ??= code;
  if (!running.size) process.exit(exitCode);
  for (const child of running) if (!child.killed) child.kill('SIGTERM');
}

// npm and supervisors signal only this process. Its children would keep running.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, (_, number) => stop(128 + number));

// A reader that has ended, as in `| head -1`, is no failure.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

/** An error that the user can resolve: it is shown without a stack. */
export class Fault extends Error {}

process.on('uncaughtException', (error) => {
  // A command that fails while everything stops was stopped too.
  if (exitCode !== undefined) return stop(exitCode);
  const isFull = /ENOSPC|no space left/i.test(`${error.code} ${error.message}`);
  const shown = error instanceof Fault ? error.message : error.stack;
  console.error(isFull ? 'The disk is full. Free 1 GB, then run the command again.' : shown);
  stop(1);
});

/** Starts a program in the project's root. It stops together with this process. */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
  // One that cannot be started never exits.
  child.once('spawn', () => running.add(child));
  child.once('exit', () => {
    running.delete(child);
    if (exitCode !== undefined) stop(exitCode);
  });
  return child;
}

/** Starts a server of ours. It stops when the channel closes, even if this process was killed. */
export const startServer = (file, env = {}) =>
  start(process.execPath, [file], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  });

/** Prints `title`, runs `work`, prints the duration. */
export async function step(title, work) {
  const started = Date.now();
  process.stdout.write(`· ${title} …\n`);
  const result = await work();
  process.stdout.write(`  done in ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
  return result;
}

/** Runs a command, by default in the project's root. Rejects with its output if it fails. */
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
      else reject(new Fault(`${command} ${args.join(' ')} ended with ${signal ?? code}\n${output}`));
    });
  });
}

/** Runs a tool from node_modules/.bin. */
export const tool = (name, args, options) =>
  run(process.execPath, [`${root}node_modules/.bin/${name}`, ...args], options);

/**
 * Builds one workspace with what it needs, or all. Wireit skips what is up to date. It must not restore an older site,
 * whose kept files would be those of another build.
 */
export const build = (workspace) =>
  step(`Building ${workspace ?? 'server, sandbox and site'}`, () =>
    run('npm', ['run', '--silent', ...(workspace ? ['build', '-w', `@novacore/${workspace}`] : ['build:all'])], {
      env: { WIREIT_CACHE: 'none' },
    }),
  );

/** Builds and packs the client as it is published. @returns the tarball */
export async function packClient(folder) {
  await build('client');
  const options = ['--workspace', '@novacore/client', '--json', '--loglevel=error', '--pack-destination', folder];
  return `${folder}/${JSON.parse(await run('npm', ['pack', ...options]))[0].filename}`;
}
