import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectRoot } from './paths';
import { type Running, startProcess } from './process';

const mainOf = (command: string) => join(projectRoot, `apps/bff/dist/${command}.js`);

export interface CommandResult {
  status: number;
  stdout: string;
  stderr: string;
}

type Env = Record<string, string | undefined>;
const optionsOf = (env: Env) => ({ cwd: projectRoot, env: { PATH: process.env.PATH, ...env }, maxBuffer: 2 ** 27 });

const run = (command: string, env: Env, args: string[]) =>
  new Promise<CommandResult>((resolve) => {
    execFile(process.execPath, [mainOf(command), ...args], optionsOf(env), (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });

/** Runs `npm run orders -- …` to its end, in its own process. @param env the server's own. */
export const runOrders = (env: Env, ...args: string[]) => run('orders', env, args);

/** Runs `npm run people -- …` to its end, in its own process. */
export const runPeople = (env: Env, ...args: string[]) => run('people', env, args);

/** `npm run orders -- …`, to be ended in the middle. */
export const startOrders = (env: Env, ...args: string[]): Running => startProcess(mainOf('orders'), env, args);

let host: ChildProcess | undefined;
const waiting: { resolve(result: CommandResult): void; reject(error: Error): void }[] = [];
afterAll(async () => {
  if (!host?.connected) return;
  // Awaited: Jest reports a worker that still has a child when it should end.
  const exited = once(host, 'exit');
  host.disconnect();
  await exited;
});

function startHost() {
  const child = fork(join(__dirname, 'command-host.cjs'), { cwd: projectRoot, env: {}, execArgv: [] });
  child.on('exit', () => {
    for (const { reject } of waiting) reject(new Error('the process of the commands has ended'));
  });
  return child.on('message', (result: CommandResult) => waiting.shift()?.resolve(result));
}

/** In the process that all commands of a test file share, one after the other: for what a command does, not how it runs. */
const runShared = (command: string, env: Env, args: string[]) =>
  new Promise<CommandResult>((resolve, reject) => {
    host ??= startHost();
    waiting.push({ resolve, reject });
    host.send({ command, args, env: JSON.parse(JSON.stringify(optionsOf(env).env)) });
  });

/** Runs `npm run books -- …`, see `runOrders`. */
export const runBooks = (env: Env, ...args: string[]) => run('books', env, args);
export const startBooks = (env: Env, ...args: string[]): Running => startProcess(mainOf('books'), env, args);
export const sharedBooks = (env: Env, ...args: string[]) => runShared('books', env, args);
export const sharedOrders = (env: Env, ...args: string[]) => runShared('orders', env, args);
export const sharedPeople = (env: Env, ...args: string[]) => runShared('people', env, args);
