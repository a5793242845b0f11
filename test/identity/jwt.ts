import { constants, createHmac, type KeyLike, type SignKeyObjectInput, sign as signWith } from 'node:crypto';

export type Json = Record<string, unknown>;

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** Encodes any header and payload, even ones that a library would refuse. */
const unsigned = (header: unknown, payload: unknown) => `${encode(header)}.${encode(payload)}`;

/** A token with a valid HS256 signature, or HS… with another hash. */
export function hs256(header: unknown, payload: unknown, key: KeyLike | string, hash = 'sha256') {
  const text = unsigned(header, payload);
  return `${text}.${createHmac(hash, key as string)
    .update(text)
    .digest('base64url')}`;
}

/** A token with a valid RS256 signature, or RS… or PS… with another hash. */
export function rs256(header: unknown, payload: unknown, key: KeyLike, hash = 'sha256', padding = 1) {
  const text = unsigned(header, payload);
  // PS… uses a salt as long as the hash (RFC 7518, section 3.5).
  const saltLength = constants.RSA_PSS_SALTLEN_DIGEST;
  return `${text}.${signWith(hash, Buffer.from(text), { key, padding, saltLength } as SignKeyObjectInput).toString('base64url')}`;
}

export const withSignature = (header: unknown, payload: unknown, signature: string) =>
  `${unsigned(header, payload)}.${signature}`;

export const payloadOf = (token: string): Json =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));

export const now = () => Math.floor(Date.now() / 1000);
