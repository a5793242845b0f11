import { createHmac, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { SigningKey } from './keys';

export type Claims = Record<string, unknown>;

/**
 * How a token is signed: correctly (`rs256`), or as in two attacks that an API must refuse (no signature, HMAC with
 * the public key as the secret).
 */
export type Signing = 'rs256' | 'none' | 'public_key_as_hmac';

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** A compact JWS (RFC 7515). `header` overrides the correct header. */
export function makeJwt(key: SigningKey, claims: Claims, header: Claims = {}, signing: Signing = 'rs256'): string {
  const alg = { rs256: 'RS256', none: 'none', public_key_as_hmac: 'HS256' }[signing];
  const input = `${encode({ alg, typ: 'JWT', kid: key.kid, ...header })}.${encode(claims)}`;
  return `${input}.${signature(input, key.privateKey, signing)}`;
}

function signature(input: string, key: KeyObject, signing: Signing): string {
  if (signing === 'none') return '';
  if (signing === 'rs256') return sign('sha256', Buffer.from(input), key).toString('base64url');
  const secret = createPublicKey(key).export({ type: 'spki', format: 'pem' });
  return createHmac('sha256', secret).update(input).digest('base64url');
}

/** The claims of a token if its signature is valid. Does not check expiry. */
export function readJwt(token: string, find: (kid: string | undefined) => SigningKey | undefined): Claims | undefined {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const { kid } = decode(header);
  const key = find(typeof kid === 'string' ? kid : undefined);
  const input = Buffer.from(`${header}.${claims}`);
  const valid = key && verify('sha256', input, createPublicKey(key.privateKey), Buffer.from(signature, 'base64url'));
  return valid ? decode(claims) : undefined;
}

function decode(part: string): Claims {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims;
  } catch {
    return {};
  }
}
