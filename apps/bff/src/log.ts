import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import type { LoggerService } from '@nestjs/common';
import pino, { type Logger } from 'pino';

/** Injection token: the one logger, one JSON line per event. */
export abstract class Log {
  abstract info(fields: object, message: string): void;
  abstract warn(fields: object, message: string): void;
  abstract error(fields: object, message: string): void;
}

/** What must never stand in a log, wherever it turns up. */
const secrets = [
  'authorization',
  'cookie',
  'token',
  'password',
  'currentPassword',
  'newPassword',
  'razorpay_signature',
];
const redact = { paths: secrets.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' };

/** Tells the lines of instances apart. */
const base = { instance: `${hostname()}:${process.pid}` };

/** The id of the request that is being answered, for lines that are not written through `request.log`. */
export const requestIds = new AsyncLocalStorage<string>();

const formatters = { level: (label: string) => ({ level: label }) };

/** @param output file descriptor: 1 is standard output, 2 standard error. */
export const createLog = (level: string, output: 1 | 2 = 1): Logger =>
  pino({ level, redact, base, formatters, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(output));

/** The logger of services: its lines have the id of the request that they serve. */
export const serviceLog = (log: Logger): Log => {
  const withId = (fields: object) => ({ requestId: requestIds.getStore(), ...fields });
  return {
    info: (fields: object, message: string) => log.info(withId(fields), message),
    warn: (fields: object, message: string) => log.warn(withId(fields), message),
    error: (fields: object, message: string) => log.error(withId(fields), message),
  };
};

/** Nest's own messages by way of the same logger. */
export const nestLogger = (log: Logger): LoggerService => ({
  log: (message: unknown, context?: string) => log.debug({ context }, String(message)),
  warn: (message: unknown, context?: string) => log.warn({ context }, String(message)),
  error: (message: unknown, stack?: string, context?: string) => log.error({ context, stack }, String(message)),
  fatal: (message: unknown, context?: string) => log.fatal({ context }, String(message)),
});
