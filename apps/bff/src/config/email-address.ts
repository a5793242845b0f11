const local = /^[a-z\d!#$%&'*+/=?^_`{|}~-]+(\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*$/i;
const host = /^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i;

/**
 * Accepts ASCII with the lengths of RFC 5321, section 4.5.3.1, and nothing that could inject headers or SMTP commands.
 * Sign-up and the mail sender share this rule, so that no account waits for an email that is never sent.
 */
export function isEmailAddress(text: string): boolean {
  const [before = '', after = '', ...rest] = text.split('@');
  const hasLengths = text.length <= 254 && before.length <= 64;
  return hasLengths && rest.length === 0 && local.test(before) && host.test(after);
}

/** The host of the operator's address may have no dot, as in a private network. */
export const isOperatorAddress = (text: string) => isEmailAddress(text) || isEmailAddress(`${text}.example`);
