import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './paths';
import { type Running, startProcess } from './process';

const main = join(projectRoot, 'apps/bff/dist/commands.js');

export interface CommandResult {
  status: number;
  stdout: string;
  stderr: string;
}

type Env = Record<string, string | undefined>;

const run = (env: Env, args: string[]) =>
  new Promise<CommandResult>((resolve) => {
    const options = { cwd: projectRoot, env: { PATH: process.env.PATH, ...env }, maxBuffer: 2 ** 27 };
    execFile(process.execPath, [main, ...args], options, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });

/** Runs `npm run orders -- …` to its end. @param env the server's own. */
export const runOrders = (env: Env, ...args: string[]) => run(env, ['orders', ...args]);
/** Runs `npm run people -- …`, as above. */
export const runPeople = (env: Env, ...args: string[]) => run(env, ['people', ...args]);
/** Runs `npm run books -- …`, as above. */
export const runBooks = (env: Env, ...args: string[]) => run(env, ['books', ...args]);

/** A command that a test may end in the middle. */
export const startCommand = (env: Env, ...args: string[]): Running => startProcess(main, env, args);
