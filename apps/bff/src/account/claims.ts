export type Claims = Record<string, unknown>;

/** Why a token was refused: for the log, never for the client. */
export class TokenRefused extends Error {}

/** Clocks of two machines may differ by this much. */
export const clockToleranceSeconds = 10;

/** Printable ASCII, up to 255 characters (OpenID Connect Core 1.0, section 2). */
const subject = /^[\x20-\x7e]{1,255}$/;
const year9999 = 253_402_300_799;

/**
 * What jsonwebtoken leaves to us, after signature, issuer, audience, `exp` and `nbf`.
 * @throws TokenRefused
 */
export function checkedClaims({ sub, exp, iat }: Claims) {
  if (typeof sub !== 'string' || !subject.test(sub)) throw new TokenRefused('sub is not a subject');
  if (typeof exp !== 'number' || exp > year9999) throw new TokenRefused('exp is not a time');
  if (typeof iat !== 'number' || iat < 0) throw new TokenRefused('iat is not a time');
  if (iat > Date.now() / 1000 + clockToleranceSeconds) throw new TokenRefused('iat lies in the future');
  return { subject: sub, expiresAt: new Date(exp * 1000), issuedAt: new Date(iat * 1000) };
}
