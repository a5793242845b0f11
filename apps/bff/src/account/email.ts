import { createHmac } from 'node:crypto';
import { isEmailAddress } from '../config/email-address';
import { Refusal } from '../problem/problem';
import type { Claims } from './tokens';

/** Addresses with the same normal form are one account. The contract allows only ASCII, so no look-alikes exist. */
export const normalizedEmail = (email: string) => email.toLowerCase();

/** What logs have in place of an address: the same for the same address, and not reversible. @param key JWT_SECRET */
export const emailHash = (email: string, key: string) =>
  createHmac('sha256', key)
    .update(`log ${normalizedEmail(email)}`)
    .digest('hex')
    .slice(0, 16);

/**
 * Without characters that a shell acts on: operators paste addresses into commands. An apostrophe is kept, because names
 * have one and alone it runs nothing.
 */
const harmless = /^(?!-)[\w.+=%/'-]+@[\w.-]+$/;

/** For an address that is to be stored. Others were accepted before, and still log in. @throws Refusal 400 invalid_input */
export function requireHarmless(email: string) {
  if (harmless.test(email)) return;
  const refusal = new Refusal('address_refused');
  refusal.extra.errors = [{ path: '/email', message: refusal.message }];
  throw refusal;
}

/** Providers send `email_verified` as a boolean or a string. Without it, the address is not verified. */
const verified = new Set<unknown>([true, 'true']);

/** The email address that the identity provider reports, or null if it is unverified or harmful. For display only. */
export const emailOf = ({ email, email_verified }: Claims) =>
  typeof email === 'string' && isEmailAddress(email) && harmless.test(email) && verified.has(email_verified)
    ? email
    : null;

/**
 * The accounts of an address, as an operator types it. People of the identity provider have no normal form of theirs:
 * they are found as the provider spells it, or in lower case.
 */
export const usersWith = (email: string) => ({
  OR: [{ emailNormalized: normalizedEmail(email) }, { email: { in: [email, normalizedEmail(email)] } }],
});
