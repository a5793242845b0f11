// What the operator's commands share: options, and how a command is run.
import 'reflect-metadata';
import { once } from 'node:events';
import { userInfo } from 'node:os';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { cleanText, printable } from '../clean-text';
import { ConfigModule } from '../config/config.module';
import { loadConfig } from '../config/load-config';
import { DataDirInUse } from '../database/data-dir-lock';
import { DatabaseModule } from '../database/database.module';
import { createLog, ignoreClosedOutput } from '../log';

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

/** Waits where the reader is slower. */
async function write(parts: Iterable<string> | AsyncIterable<string>) {
  for await (const part of parts) if (!process.stdout.write(printable(part))) await once(process.stdout, 'drain');
  process.stdout.write('\n');
}

/** Runs `work` with the module's service and prints its result, as JSON or as text. */
export type Run<Admin> = <T>(
  asJson: boolean | undefined,
  work: (admin: Admin) => Promise<T>,
  print: (result: T) => string | AsyncIterable<string>,
) => Promise<T>;

/** Starts the module for each command, and closes it after. Logs go to standard error, so that JSON stays valid. */
export function runWith<Admin>(module: Omit<DynamicModule, 'imports'>, admin: Type<Admin>): Run<Admin> {
  return async (asJson, work, print) => {
    const config = ConfigModule.with(loadConfig(), createLog('warn', process.stderr));
    const root = { ...module, imports: [config, DatabaseModule] };
    const app = await NestFactory.createApplicationContext(root, { logger: false, abortOnError: false });
    try {
      const result = await work(app.get(admin));
      const text = asJson ? JSON.stringify(result, null, 2) : print(result);
      await write(typeof text === 'string' ? [text] : text);
      return result;
    } finally {
      await app.close();
    }
  };
}

/** Reads the arguments and runs the command. @param wordsFor what is printed about an error */
export function start(program: Command, wordsFor = ({ message }: Error) => message) {
  ignoreClosedOutput();
  program.parseAsync().catch((error: Error) => {
    process.stderr.write(`${printable(wordsFor(error))}\n`);
    process.exitCode = error instanceof DataDirInUse ? 2 : 1;
  });
}
