import { constants, createHmac, type KeyLike, type SignKeyObjectInput, sign as signWith } from 'node:crypto';

export type Json = Record<string, unknown>;

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** Any header and any payload, whether a careful library would write them or not. */
const unsigned = (header: unknown, payload: unknown) => `${encode(header)}.${encode(payload)}`;

/** With a signature that is right for HS256, or for the HS… of another hash. */
export function hs256(header: unknown, payload: unknown, key: KeyLike | string, hash = 'sha256') {
  const text = unsigned(header, payload);
  return `${text}.${createHmac(hash, key as string)
    .update(text)
    .digest('base64url')}`;
}

/** With a signature that is right for RS256, or for the RS… or PS… of another hash or padding. */
export function rs256(header: unknown, payload: unknown, key: KeyLike, hash = 'sha256', padding = 1) {
  const text = unsigned(header, payload);
  // A salt as long as the hash, as PS… has it (RFC 7518, section 3.5); without PSS there is no salt.
  const saltLength = constants.RSA_PSS_SALTLEN_DIGEST;
  return `${text}.${signWith(hash, Buffer.from(text), { key, padding, saltLength } as SignKeyObjectInput).toString('base64url')}`;
}

export const withSignature = (header: unknown, payload: unknown, signature: string) =>
  `${unsigned(header, payload)}.${signature}`;

export const payloadOf = (token: string): Json =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));

export const now = () => Math.floor(Date.now() / 1000);
