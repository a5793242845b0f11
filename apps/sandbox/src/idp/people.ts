import { createHash } from 'node:crypto';

export const CONNECTIONS = { github: 'GitHub', 'google-oauth2': 'Google' } as const;
export type Connection = keyof typeof CONNECTIONS;

export interface Person {
  sub: string;
  name: string;
  email: string | null;
}

/** Two who are always there. Others are whoever one types. */
export const READY_PEOPLE = [
  { name: 'Asha Rao', email: 'asha.rao@partner.example' },
  { name: 'Vikram Iyer', email: 'vikram.iyer@partner.example' },
] as const;

export function isConnection(value: unknown): value is Connection {
  return typeof value === 'string' && Object.hasOwn(CONNECTIONS, value);
}

/**
 * Somebody of this name and e-mail at that connection: the same person every time, with an id in the form the
 * connection gives (GitHub 8 digits, Google 21). A person may come without an e-mail, as GitHub allows.
 */
export function personAt(connection: Connection, name: string, email: string | null): Person {
  const hash = createHash('sha256')
    .update(`${connection} ${email ?? name}`.toLowerCase())
    .digest('hex');
  const digits = BigInt(`0x${hash}`)
    .toString()
    .slice(0, connection === 'github' ? 8 : 21);
  return { sub: `${connection}|${digits}`, name: name || (email ?? 'Somebody'), email };
}
