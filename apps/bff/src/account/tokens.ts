import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../problem/problem';

/** The part of a request that authentication reads. */
export interface RequestWithToken {
  ip?: string;
  headers: { authorization?: string };
}

export type Claims = Record<string, unknown>;

interface Parts {
  header: Record<string, unknown>;
  payload: Claims;
}

const compactJws = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** Reads only the `Authorization: Bearer` header: never URL, body or cookies. */
const bearerToken = ({ headers }: RequestWithToken): string | null =>
  compactJws.exec(headers.authorization ?? '')?.[1] ?? null;

function readPart(text = ''): Record<string, unknown> {
  const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Header and claims of a token without verification, or null if it is not a JWT. */
export function readUnverified(token: string): Parts | null {
  const [header, payload] = token.split('.');
  try {
    return { header: readPart(header), payload: readPart(payload) };
  } catch {
    return null; // not JSON
  }
}

/**
 * Extracts only tokens that claim this issuer, so that one strategy handles each token. Ignores tokens with `crit`
 * (RFC 7515, section 4.1.11).
 */
export const bearerClaiming = (issuer: string | undefined) => (request: RequestWithToken) => {
  const token = bearerToken(request);
  const parts = token && readUnverified(token);
  return parts && issuer && parts.payload.iss === issuer && !('crit' in parts.header) ? token : null;
};

/** Key of a token in `revoked_tokens`. The signature has several valid base64url spellings, so we exclude it. */
export function tokenHashOf(request: RequestWithToken): string {
  const token = bearerToken(request) ?? '';
  return createHash('sha256')
    .update(token.slice(0, token.lastIndexOf('.')))
    .digest('hex');
}

/** Whether this key signed an HS256 token. False for an empty key. */
export function isSignedWith(key: string, token: string): boolean {
  if (!key) return false;
  const dot = token.lastIndexOf('.');
  const expected = createHmac('sha256', key).update(token.slice(0, dot)).digest();
  const actual = Buffer.from(token.slice(dot + 1), 'base64url');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** @param reason appears in the log only */
export const tokenRefused = (reason: string) => Object.assign(new Refusal('token_invalid'), { cause: reason });

/** Only the holder of a valid token gets this. */
export const accountDeleted = () =>
  Object.assign(new Refusal('account_deleted'), {
    cause: 'the account was deleted',
  });

/** Between the clocks of our instances. */
export const clockToleranceSeconds = 10;
/** Between our clocks and the identity provider's. */
export const providerClockToleranceSeconds = 60;

/** Printable ASCII, up to 255 characters (OpenID Connect Core 1.0, section 2). */
const subject = /^[\x20-\x7e]{1,255}$/;
const year9999 = 253_402_300_799;

/** Adds to jsonwebtoken's checks of signature, issuer, audience, `exp` and `nbf`. @throws Refusal 401 token_invalid */
export function checkedClaims({ sub, exp, iat }: Claims, toleranceSeconds: number) {
  if (typeof sub !== 'string' || !subject.test(sub)) throw tokenRefused('sub is not a subject');
  if (typeof exp !== 'number' || exp > year9999) throw tokenRefused('exp is not a time');
  if (typeof iat !== 'number' || iat < 0) throw tokenRefused('iat is not a time');
  if (iat > Date.now() / 1000 + toleranceSeconds) throw tokenRefused('iat is in the future');
  return { subject: sub, expiresAt: new Date(exp * 1000), issuedAt: new Date(iat * 1000) };
}
