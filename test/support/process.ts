import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { appendFileSync, existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { readEnvFile } from '../../packages/shared/settings.mjs';
import { artifacts, projectRoot } from './paths';

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen(port, 'localhost', () => server.close(() => resolve(true)));
  });

const stretch = 4_500;
const given = new Set<number>();

/** A free port below the ephemeral range (32768 and up). Each Jest worker has its own range and uses no port twice. */
export async function freePort(): Promise<number> {
  const worker = Number(process.env.JEST_WORKER_ID ?? 0) % 4;
  for (;;) {
    const port = 12_000 + stretch * worker + randomInt(stretch);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

/** Nothing listens there. A server without a sandbox must not use one that runs on this machine. */
const withoutSandbox = { SANDBOX_PORT: '2', SANDBOX_SMTP_PORT: '2' };

/** Hides the developer's own settings from servers under test. A blank key counts as not set, whatever `.env` has. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TZ } = process.env;
  const file = join(projectRoot, '.env');
  const keys = existsSync(file) ? Object.keys(readEnvFile(file).values) : [];
  return { ...Object.fromEntries(keys.map((key) => [key, ''])), ...withoutSandbox, PATH, HOME, TZ };
}

/** Starts a compiled program of the project. Servers also end with this process, because their channel closes. */
export function startProcess(file: string, env: Record<string, string | undefined>, args: string[] = []) {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: projectRoot,
    env: { ...cleanEnvironment(), ...env },
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  });
  return watchProcess(child);
}

/** Whether this process waits for a program before it ends. */
export function waitFor(child: ChildProcess, isAwaited: boolean) {
  const handles = [child, child.channel, child.stdin, child.stdout, child.stderr] as unknown as NodeJS.Timeout[];
  for (const handle of handles) isAwaited ? handle?.ref() : handle?.unref();
}

/** A started program. All that it prints from now on is kept in test/.artifacts/servers.log too. */
export function watchProcess(child: ChildProcess) {
  let output = '';
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  const exited = new Promise<void>((resolve) => (hasExited() ? resolve() : child.once('exit', () => resolve())));
  for (const stream of [child.stdout, child.stderr]) {
    stream?.removeAllListeners('data');
    stream?.on('data', (chunk: Buffer) => {
      output += chunk;
      appendFileSync(join(artifacts, 'servers.log'), chunk);
      child.emit('printed');
    });
  }
  /** Resolves when its output has matched. Rejects when it ends before that. */
  const untilPrinted = (pattern: RegExp) =>
    new Promise<RegExpMatchArray>((resolve, reject) => {
      const look = () => {
        const match = output.match(pattern);
        if (!match) return;
        child.off('printed', look);
        resolve(match);
      };
      child.on('printed', look);
      void exited.then(() => reject(new Error(`It ended before it printed ${pattern}:\n${output}`)));
      look();
    });
  const end = async (signal: NodeJS.Signals) => {
    if (!hasExited()) child.kill(signal);
    await exited;
  };
  return {
    child,
    hasExited,
    /** Everything it has printed so far. */
    output: () => output,
    untilPrinted,
    /** Ends it as an operator would. */
    stop: () => end('SIGTERM'),
    /** Ends it as a power cut would. */
    kill: () => end('SIGKILL'),
  };
}
export type Running = ReturnType<typeof watchProcess>;
