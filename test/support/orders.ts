import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './paths';
import { type Running, startProcess } from './process';

const mainOf = (command: string) => join(projectRoot, `apps/bff/dist/${command}-cli/main.js`);

export interface CommandResult {
  status: number;
  stdout: string;
  stderr: string;
}

type Env = Record<string, string | undefined>;

const run = (command: string, env: Env, args: string[]) =>
  new Promise<CommandResult>((resolve) => {
    const options = { cwd: projectRoot, env: { PATH: process.env.PATH, ...env }, maxBuffer: 2 ** 27 };
    execFile(process.execPath, [mainOf(command), ...args], options, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });

/** Runs `npm run orders -- …` to its end. @param env the server's own. */
export const runOrders = (env: Env, ...args: string[]) => run('orders', env, args);

/** Runs `npm run people -- …` to its end. */
export const runPeople = (env: Env, ...args: string[]) => run('people', env, args);

/** `npm run orders -- …`, to be ended in the middle. */
export const startOrders = (env: Env, ...args: string[]): Running => startProcess(mainOf('orders'), env, args);
