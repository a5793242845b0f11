// What the operator's commands share: options, and how a command is run. Modules that take long to load are imported by
// the command that needs them: help and wrong arguments are answered without.
import { userInfo } from 'node:os';
import type { Type } from '@nestjs/common';
import { type Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { Logger } from 'pino';
import { cleanText, printable } from '../clean-text';
import { ignoreClosedOutput } from '../closed-output';
import type { Config } from '../config/config';
import { DataDirInUse } from '../database/data-dir-lock';
import type { Prisma } from '../database/prisma.service';

/** A container may run as a user without a name. */
function userName() {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

function words(text: string): string {
  const cleaned = cleanText(text);
  if (!cleaned) throw new InvalidArgumentError('It must not be empty.');
  return cleaned;
}

function moment(text: string): Date {
  const at = new Date(text);
  if (!/^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text) || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('It must be a date or time such as 2026-11-26 or 2026-11-26T14:30Z.');
  return at;
}

const option = (flags: string, description: string, parse: (text: string) => unknown) =>
  new Option(flags, description).argParser(parse);

export const json = new Option('--json', 'print JSON');
export const as = option('--as <name>', 'who you are, for the audit log', words).default(userName());
export const reason = () => option('--reason <text>', 'why, for the audit log', words);
export const email = option('--email <address>', 'only of this address', words);
export const since = () => option('--since <time>', 'from this time on; a date is midnight in UTC', moment);
export const until = option('--until <time>', 'before this time', moment);

/** Runs `work` with what an operator can do, and prints its result, as JSON or as text. */
export type Run<Admin> = <T>(
  asJson: boolean | undefined,
  work: (admin: Admin) => Promise<T>,
  print: (result: T) => string,
) => Promise<T>;

/** What a command has at hand. */
export interface Desk {
  config: Config;
  prisma: Prisma;
  /** Starts a module whose constructor takes the services that a command needs. Once per command. */
  start<Work>(module: Type<Work>): Promise<Work>;
}

async function startModule(module: Type, config: Config, log: Logger, prisma: Prisma) {
  await import('reflect-metadata');
  const { NestFactory } = await import('@nestjs/core');
  const { ConfigModule } = await import('../config/config.module.js');
  const { Prisma } = await import('../database/prisma.service.js');
  const database = { module: class Database {}, providers: [{ provide: Prisma, useValue: prisma }], exports: [Prisma] };
  const imports = [ConfigModule.with(config, log), { ...database, global: true }, module];
  const root = { module: class Command {}, imports };
  return NestFactory.createApplicationContext(root, { logger: false, abortOnError: false });
}

/** Opens the database for each command, and closes it after. Logs go to standard error, so that JSON stays valid. */
export function runWith<Admin>(open: (desk: Desk) => Admin): Run<Admin> {
  return async (asJson, work, print) => {
    const { loadConfig } = await import('../config/load-config.js');
    const { createLog } = await import('../log.js');
    const { assertMigrated } = await import('../database/migrations.js');
    const { openPrisma } = await import('../database/prisma.service.js');
    const config = loadConfig();
    const log = createLog('warn', process.stderr);
    const prisma = await openPrisma(config, log);
    let close = () => prisma.onApplicationShutdown();
    const start = async <Work>(module: Type<Work>) => {
      const app = await startModule(module, config, log, prisma);
      close = () => app.close();
      return app.get(module);
    };
    try {
      await assertMigrated(prisma);
      const result = await work(open({ config, prisma, start }));
      process.stdout.write(`${printable(asJson ? JSON.stringify(result, null, 2) : print(result))}\n`);
      return result;
    } finally {
      await close();
    }
  };
}

/**
 * Reads the arguments and runs the command. Its exit code is left in `process.exitCode`.
 * @param program must leave the exit to us: `exitOverride`
 * @param wordsFor what is printed about an error
 */
export async function run(program: Command, args: string[], wordsFor = ({ message }: Error) => message): Promise<void> {
  ignoreClosedOutput();
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // The library has said why.
    if (error instanceof CommanderError) process.exitCode = error.exitCode;
    else {
      process.stderr.write(`${printable(wordsFor(error as Error))}\n`);
      process.exitCode = error instanceof DataDirInUse ? 2 : 1;
    }
  }
}
