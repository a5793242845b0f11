import type { Claims } from './tokens';

/** Addresses with the same normal form are one account. The contract allows only ASCII, so no look-alikes exist. */
export const normalizedEmail = (email: string) => email.toLowerCase();

const displayable = /^[\x21-\x7e]{3,254}$/;

/** Providers omit `email_verified`, or send it as a boolean or a string. Any other value counts as unverified. */
const verified = new Set<unknown>([undefined, true, 'true']);

/** The email address that the identity provider reports, or null if it is unverified. For display only. */
export const emailOf = ({ email, email_verified }: Claims) =>
  typeof email === 'string' && displayable.test(email) && verified.has(email_verified) ? email : null;

/**
 * The accounts of an address, as an operator types it. People of the identity provider have no normal form of theirs:
 * they are found as the provider spells it, or in lower case.
 */
export const usersWith = (email: string) => ({
  OR: [{ emailNormalized: normalizedEmail(email) }, { email: { in: [email, normalizedEmail(email)] } }],
});
