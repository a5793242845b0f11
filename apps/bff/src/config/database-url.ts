import { Client } from 'pg';

/** Prisma, Neon and Supabase use these parameters, but pg ignores them. */
const advice: Record<string, string> = {
  schema: 'remove schema; to separate data, use another database',
  search_path: 'remove search_path; to separate data, use another database',
  channel_binding: 'remove channel_binding, and use sslmode=verify-full',
  pgbouncer: 'remove pgbouncer, and limit connections with DB_POOL',
  connection_limit: 'remove connection_limit, and limit connections with DB_POOL',
  pool_timeout: 'remove pool_timeout',
};

/** @returns the fault of the address, without user and password, or undefined */
export function databaseUrlFault(value: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(value))
    return 'must begin with postgresql://, as in postgresql://user:password@host:5432/database';
  const unreadable = 'is not a valid address: encode special characters of the password, as in %23 for #';
  // pg would take a part of the password for the database name, which appears in messages.
  if (/:\/\/[^/?#]*[/?#][^=]*@/.test(value)) return unreadable;
  try {
    new Client({ connectionString: value });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ERR_INVALID_URL' ? unreadable : `cannot be used: ${message}`;
  }
  const parameters = new URLSearchParams(value.replace(/^[^?]*/, ''));
  const ignored = Object.keys(advice).filter((name) => parameters.has(name));
  // Prisma's default, schema=public, is harmless.
  const wrong = ignored.filter((name) => name !== 'schema' || parameters.get(name) !== 'public');
  return wrong.length ? `has parameters without effect: ${wrong.map((name) => advice[name]).join('; ')}` : undefined;
}

/** @returns the remote host if its connection is not encrypted */
export function hostWithoutTls(connectionString: string): string | undefined {
  if (!connectionString) return undefined;
  const { host, ssl } = new Client({ connectionString });
  const isLocal = host.startsWith('/') || /^(localhost|127(\.\d+){3}|::1)$/.test(host);
  return ssl || isLocal ? undefined : host;
}
