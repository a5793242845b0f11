/** What stands before the @, with single dots inside, and the labels of a host name. */
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
