/** The part before the @, with single dots inside, and a host name with at least one dot. */
const local = /^[a-z\d!#$%&'*+/=?^_`{|}~-]+(\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*$/i;
const host = /^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i;

/**
 * Whether mail can be sent to an address: ASCII, with the lengths of RFC 5321, section 4.5.3.1, and without anything that
 * a header or an SMTP command could read as more. The one rule for sign-up, a change of address and the mail sender, so
 * that no account waits for mails that are never sent.
 */
export function isEmailAddress(text: string): boolean {
  const [before = '', after = '', ...rest] = text.split('@');
  const hasLengths = text.length <= 254 && before.length <= 64;
  return hasLengths && rest.length === 0 && local.test(before) && host.test(after);
}

/** Whether an address of the operator works. A mail server in a private network may have a name without a dot. */
export const isOperatorAddress = (text: string) => isEmailAddress(text) || isEmailAddress(`${text}.example`);
