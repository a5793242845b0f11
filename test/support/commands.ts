import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './paths';
import { type Running, startProcess } from './process';

const main = join(projectRoot, 'apps/bff/dist/commands.js');

type Env = Record<string, string | undefined>;

const run = (env: Env, args: string[]) =>
  new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    const options = { cwd: projectRoot, env: { PATH: process.env.PATH, ...env }, maxBuffer: 2 ** 27 };
    execFile(process.execPath, [main, ...args], options, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });

/** Runs the orders command to its end. @param env the server's settings */
export const runOrders = (env: Env, ...args: string[]) => run(env, ['orders', ...args]);
/** Runs the people command to its end. */
export const runPeople = (env: Env, ...args: string[]) => run(env, ['people', ...args]);
/** Runs the books command to its end. */
export const runBooks = (env: Env, ...args: string[]) => run(env, ['books', ...args]);

/** Starts a command that a test may stop early. */
export const startCommand = (env: Env, ...args: string[]): Running => startProcess(main, env, args);
