import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoggerService } from '@nestjs/common';
import pino, { type Logger } from 'pino';
import { ignoreClosedOutput } from './closed-output';

/** The injection token of the logger, which writes one JSON line per event. */
export abstract class Log {
  abstract info(fields: object, message: string): void;
  abstract warn(fields: object, message: string): void;
  abstract error(fields: object, message: string): void;
}

/** Fields that the log must not contain. */
const secrets = [
  'authorization',
  'cookie',
  'token',
  'password',
  'currentPassword',
  'newPassword',
  'razorpay_signature',
];
/** The error of a broken database connection carries the connection, with the key that cancels its statements. */
const connection = 'err.client';
const redact = {
  paths: [connection, ...secrets.flatMap((key) => [key, `*.${key}`, `*.*.${key}`])],
  censor: '[redacted]',
};

const base = { instance: `${hostname()}:${process.pid}` };

/** The id of the current request, for lines that do not use `request.log`. */
export const requestIds = new AsyncLocalStorage<string>();

const formatters = { level: (label: string) => ({ level: label }) };

/** With more unread bytes, we drop lines. The log must neither stop the server nor fill its memory. */
const maxWaitingBytes = 1024 ** 2;
/** Time for a slow reader before the process ends. */
const flushLimitMs = 1_000;

/** Does not use pino's destination, which blocks the main thread until the output is read. */
export function createLog(level: string, stream: NodeJS.WriteStream = process.stdout): Logger {
  let dropped = 0;
  const write = (line: string) => {
    if (stream.writableLength > maxWaitingBytes) dropped += 1;
    else stream.write(line);
  };
  const options = { level, redact, base, formatters, timestamp: pino.stdTimeFunctions.isoTime };
  const log = pino(options, { write });
  ignoreClosedOutput();
  stream.on('drain', () => {
    if (dropped) log.warn({ event: 'log_lines_dropped', lines: dropped }, 'the log was not read in time');
    dropped = 0;
  });
  return log;
}

/** Resolves once the log is written, or after a time limit. */
export const flushLog = () =>
  Promise.race([
    new Promise<void>((resolve) => void process.stdout.write('', () => resolve())),
    sleep(flushLimitMs, undefined, { ref: false }),
  ]);

/** Adds the id of the current request to each line. */
export const serviceLog = (log: Logger): Log => {
  const withId = (fields: object) => ({ requestId: requestIds.getStore(), ...fields });
  return {
    info: (fields: object, message: string) => log.info(withId(fields), message),
    warn: (fields: object, message: string) => log.warn(withId(fields), message),
    error: (fields: object, message: string) => log.error(withId(fields), message),
  };
};

/** Writes Nest's messages to the same log. */
export const nestLogger = (log: Logger): LoggerService => ({
  log: (message: unknown, context?: string) => log.debug({ context }, String(message)),
  warn: (message: unknown, context?: string) => log.warn({ context }, String(message)),
  error: (message: unknown, stack?: string, context?: string) => log.error({ context, stack }, String(message)),
  fatal: (message: unknown, context?: string) => log.fatal({ context }, String(message)),
});
