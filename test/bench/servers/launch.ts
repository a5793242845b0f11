import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../support/paths';

export interface Launched {
  pid: number;
  url: string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Arguments for Node to run a TypeScript file of the bench. */
export const typescript = (file: string) => [
  '-r',
  join(projectRoot, 'test/bench/register.cjs'),
  join(projectRoot, 'test/bench', file),
];

export interface Program {
  /** Arguments of Node, the file among them. */
  args: string[];
  port: number;
  env: Record<string, string>;
  /** Where its output goes: to a file, as in life, and not through the process that measures. */
  log: string;
  /** Answers 200 once it is up. */
  ready?: string;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** @throws Error with the end of its log when the program ends before it answers. */
async function untilReady(child: ChildProcess, address: string, log: string) {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`A server of the bench ended at its start:\n${readFileSync(log, 'utf8').slice(-2000)}`);
    const reply = await fetch(address).catch(() => undefined);
    await reply?.arrayBuffer();
    if (reply?.ok) return;
    await pause(10);
  }
}

/** Starts a Node program and waits until it answers. Nothing of the caller's own settings reaches it. */
export async function launch({ args, port, env, log, ready = '/' }: Program): Promise<Launched> {
  const { PATH, HOME, TZ } = process.env;
  const file = openSync(log, 'a');
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    env: { PATH, HOME, TZ, ...env },
    stdio: ['ignore', file, file],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  const url = `http://localhost:${port}`;
  await untilReady(child, url + ready, log);
  return { pid: child.pid as number, url, stop };
}
