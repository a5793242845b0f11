import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { artifacts, projectRoot } from './paths';

/** A port that was free a moment ago. */
export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

export interface Running {
  child: ChildProcess;
  /** Everything it has printed so far. */
  output(): string;
  /** Resolves when its output has matched. Rejects when it ends before that. */
  untilPrinted(pattern: RegExp): Promise<RegExpMatchArray>;
  /** Ends it as an operator would. */
  stop(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
}

/** Nothing of the caller's own settings reaches a server under test. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TZ } = process.env;
  return { PATH, HOME, TZ };
}

/** Starts a compiled program of the project. All that it prints is kept in test/.artifacts/servers.log too. */
export function startProcess(file: string, env: Record<string, string | undefined>, args: string[] = []): Running {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: projectRoot,
    env: { ...cleanEnvironment(), ...env },
    stdio: 'pipe',
  });
  let output = '';
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const keep = (chunk: Buffer) => {
    output += chunk;
    appendFileSync(join(artifacts, 'servers.log'), chunk);
    child.emit('printed');
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const untilPrinted = (pattern: RegExp) =>
    new Promise<RegExpMatchArray>((resolve, reject) => {
      const look = () => {
        const match = output.match(pattern);
        if (!match) return;
        child.off('printed', look);
        resolve(match);
      };
      child.on('printed', look);
      void exited.then(() => reject(new Error(`${file} ended before it printed ${pattern}:\n${output}`)));
      look();
    });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  return { child, output: () => output, untilPrinted, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}
