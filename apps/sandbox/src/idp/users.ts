import { createHash } from 'node:crypto';

export const CONNECTIONS = { github: 'GitHub', 'google-oauth2': 'Google' } as const;
export type Connection = keyof typeof CONNECTIONS;

export interface User {
  sub: string;
  name: string;
  email: string | null;
}

/** Users offered on the login page. Any other name and email can be typed there. */
export const TEST_USERS = [
  { name: 'Asha Rao', email: 'asha.rao@partner.example' },
  { name: 'Vikram Iyer', email: 'vikram.iyer@partner.example' },
] as const;

export function isConnection(value: unknown): value is Connection {
  return typeof value === 'string' && Object.hasOwn(CONNECTIONS, value);
}

/**
 * A user of this connection. The same name and email always give the same id, in the connection's format (GitHub:
 * 8 digits, Google: 21). The email may be missing, as on GitHub.
 */
export function userAt(connection: Connection, name: string, email: string | null): User {
  const hash = createHash('sha256')
    .update(`${connection} ${email ?? name}`.toLowerCase())
    .digest('hex');
  const digits = BigInt(`0x${hash}`)
    .toString()
    .slice(0, connection === 'github' ? 8 : 21);
  return { sub: `${connection}|${digits}`, name: name || (email ?? 'Unnamed user'), email };
}
