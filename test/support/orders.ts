import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './paths';
import { type Running, startProcess } from './process';

const main = join(projectRoot, 'apps/bff/dist/orders-cli/main.js');

export interface OrdersResult {
  status: number;
  stdout: string;
  stderr: string;
}

/** Runs `npm run orders -- …` to its end. @param env the server's own. */
export const runOrders = (env: Record<string, string | undefined>, ...args: string[]) =>
  new Promise<OrdersResult>((resolve) => {
    const options = { cwd: projectRoot, env: { PATH: process.env.PATH, ...env } };
    execFile(process.execPath, [main, ...args], options, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });

/** The same, to be ended in the middle. */
export const startOrders = (env: Record<string, string | undefined>, ...args: string[]): Running =>
  startProcess(main, env, args);
