import { commonPasswords } from './common-passwords';

export interface PasswordFault {
  code: 'password_refused' | 'invalid_input';
  message: string;
}

/** What people write for a letter: p@ssw0rd is no better than password. */
const lookAlikes: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};
const readLookAlikes = (text: string) => text.replace(/[@431!0$57]/g, (sign) => lookAlikes[sign] ?? sign);

/** The word in `Welcome2024!`. */
const root = (text: string) => text.replace(/^[^a-z]+|[^a-z]+$/g, '');

const runs = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'azertyuiop'];
const allRuns = runs.flatMap((run) => [run, [...run].reverse().join('')]);

/** One sign, or two to four, over and over: 11111111, abcabcabc. */
const isRepetition = (text: string) => /^(.{1,4}?)\1+$/su.test(text);
const isRun = (text: string) => allRuns.some((run) => run.includes(text));

/** The word in `1qaz@WSX`, and the repetition in `aaaaaaaa1`: what stands between and around counts for nothing. */
function isPadded(plain: string) {
  const letters = plain.replace(/[^a-z]/g, '');
  return letters.length >= 6 && (commonPasswords.has(letters) || isRepetition(letters) || isRun(letters));
}

function isCommon(password: string) {
  const plain = password.toLowerCase();
  const spellings = [
    plain,
    root(plain),
    readLookAlikes(plain),
    root(readLookAlikes(plain)),
    readLookAlikes(root(plain)),
  ];
  return isRepetition(plain) || isRun(plain) || isPadded(plain) || spellings.some((each) => commonPasswords.has(each));
}

function isOwnEmail(password: string, email: string) {
  const plain = password.trim().toLowerCase();
  const address = email.toLowerCase();
  return address !== '' && [address, address.split('@')[0]].includes(plain);
}

/** One password may be typed as different code points: NIST SP 800-63B asks for one normal form, for rules and hash alike. */
export const normalizedPassword = (typed: string) => typed.normalize('NFKC');

/** @returns why this password is refused, or null. No rule asks for kinds of characters (NIST SP 800-63B). */
export function passwordFault(typed: string, email: string, minLength: number): PasswordFault | null {
  const password = normalizedPassword(typed);
  if ([...password].length < minLength)
    return { code: 'invalid_input', message: `Use at least ${minLength} characters.` };
  if (isOwnEmail(password, email))
    return { code: 'password_refused', message: 'Your e-mail address is not a password.' };
  if (isCommon(password))
    return { code: 'password_refused', message: 'This password is among the first that anybody would guess.' };
  return null;
}
