import { createHmac } from 'node:crypto';
import { isEmailAddress } from '../config/email-address';
import { Refusal } from '../problem/problem';
import type { Claims } from './tokens';

/** One account per normal form. The contract allows only ASCII, so there are no look-alikes. */
export const normalizedEmail = (email: string) => email.toLowerCase();

/** Logs contain this hash instead of an address. @param key JWT_SECRET */
export const emailHash = (email: string, key: string) =>
  createHmac('sha256', key)
    .update(`log ${normalizedEmail(email)}`)
    .digest('hex')
    .slice(0, 16);

/** Excludes shell characters, because operators paste addresses into commands. Names may contain an apostrophe. */
const harmless = /^(?!-)[\w.+=%/'-]+@[\w.-]+$/;

/** Call before storing an address. Older accounts may have other addresses. @throws Refusal 400 invalid_input */
export function requireHarmless(email: string) {
  if (harmless.test(email)) return;
  const refusal = new Refusal('address_refused');
  refusal.extra.errors = [{ path: '/email', message: refusal.message }];
  throw refusal;
}

/** Providers send `email_verified` as a boolean or a string. */
const verified = new Set<unknown>([true, 'true']);

/** The provider's email address for display, or null if it is unverified or has shell characters. */
export const emailOf = ({ email, email_verified }: Claims) =>
  typeof email === 'string' && isEmailAddress(email) && harmless.test(email) && verified.has(email_verified)
    ? email
    : null;

/**
 * A filter for the accounts with an address that an operator types. Social accounts have no normal form, so we compare
 * the spelling and lower case.
 */
export const usersWith = (email: string) => ({
  OR: [{ emailNormalized: normalizedEmail(email) }, { email: { in: [email, normalizedEmail(email)] } }],
});
