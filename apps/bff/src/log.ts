import { hostname } from 'node:os';
import type { LoggerService } from '@nestjs/common';
import pino, { type Logger } from 'pino';

/** Injection token: the one logger, one JSON line per event. */
export abstract class Log {
  abstract info: Logger['info'];
  abstract warn: Logger['warn'];
  abstract error: Logger['error'];
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

/** @param output file descriptor: 1 is standard output, 2 standard error. */
export const createLog = (level: string, output: 1 | 2 = 1): Logger =>
  pino({ level, redact, base, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(output));

/** Nest's own messages by way of the same logger. */
export const nestLogger = (log: Logger): LoggerService => ({
  log: (message: unknown, context?: string) => log.debug({ context }, String(message)),
  warn: (message: unknown, context?: string) => log.warn({ context }, String(message)),
  error: (message: unknown, stack?: string, context?: string) => log.error({ context, stack }, String(message)),
  fatal: (message: unknown, context?: string) => log.fatal({ context }, String(message)),
});
