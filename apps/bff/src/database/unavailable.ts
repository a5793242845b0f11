/** Prisma's codes for an unreachable, full or busy database (prisma.io, error reference). */
const prismaCodes = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037']);
/**
 * PostgreSQL's 08 (connection), 40 (conflict), 53 (resources), 57P (shutdown), 25006 (read-only after a failover) and
 * 57014 (statement timeout), Node's socket errors, and error kinds of Prisma's drivers.
 */
const sources =
  /\b(08\d{3}|25006|40001|40P01|53\d{3}|57P\d{2}|57014|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|DatabaseNotReachable|ConnectionClosed|SocketTimeout)\b|Connection terminated|Query read timeout|Can't reach database|timeout exceeded when trying to connect|the database system is/i;

function hasMark(error: unknown, isMark: (text: string, code: unknown) => boolean): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, originalCode, kind, message, cause, meta } = error as Record<string, unknown>;
  const text = `${code} ${originalCode} ${kind} ${message} ${JSON.stringify(meta) ?? ''}`;
  return isMark(text, code) || (cause !== error && hasMark(cause, isMark));
}

/** Whether an error or its cause means that the database is temporarily unavailable. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  hasMark(error, (text, code) => sources.test(text) || prismaCodes.has(String(code)));

/** Whether the role lacks a right (42501), for example while an operator changes roles. */
export const lacksRights = (error: unknown): boolean =>
  hasMark(error, (text, code) => code === '42501' || /Code: `42501`|"(originalCode|code)":"42501"/.test(text));
