import { Problem } from '../problem/problem';
import { commonPasswords } from './common-passwords';

export interface PasswordFault {
  code: 'password_refused' | 'invalid_input';
  message: string;
}

/** Common substitutes for letters: p@ssw0rd is as weak as password. */
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
const withoutLookAlikes = (text: string) =>
  text.replace(/[@431!0$57]/g, (character) => lookAlikes[character] ?? character);

/** Removes digits and symbols at both ends: `Welcome2024!` becomes `welcome`. */
const root = (text: string) => text.replace(/^[^a-z]+|[^a-z]+$/g, '');

const sequences = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
];
const allSequences = sequences.flatMap((sequence) => [sequence, [...sequence].reverse().join('')]);

/** Up to four characters, repeated: 11111111, abcabcabc. */
const isRepetition = (text: string) => /^(.{1,4}?)\1+$/su.test(text);
const isSequence = (text: string) => allSequences.some((sequence) => sequence.includes(text));

/** A common word or repetition between other characters: `1qaz@WSX`, `aaaaaaaa1`. */
function isPadded(plain: string) {
  const letters = plain.replace(/[^a-z]/g, '');
  return letters.length >= 6 && (commonPasswords.has(letters) || isRepetition(letters) || isSequence(letters));
}

function isCommon(password: string) {
  const plain = password.toLowerCase();
  const spellings = [
    plain,
    root(plain),
    withoutLookAlikes(plain),
    root(withoutLookAlikes(plain)),
    withoutLookAlikes(root(plain)),
  ];
  return (
    isRepetition(plain) || isSequence(plain) || isPadded(plain) || spellings.some((each) => commonPasswords.has(each))
  );
}

function isOwnEmail(password: string, email: string) {
  const plain = password.trim().toLowerCase();
  const address = email.toLowerCase();
  return address !== '' && [address, address.split('@')[0]].includes(plain);
}

/** Keyboards produce different code points for one password. Policy and hash use one normal form (NIST SP 800-63B). */
export const normalizedPassword = (typed: string) => typed.normalize('NFKC');

/** @returns why the password is refused, or null. There are no composition rules (NIST SP 800-63B). */
export function passwordFault(typed: string, email: string, minLength: number): PasswordFault | null {
  if (/\p{Surrogate}/u.test(typed)) return { code: 'invalid_input', message: 'Use whole Unicode characters.' };
  const password = normalizedPassword(typed);
  if ([...password].length < minLength)
    return { code: 'invalid_input', message: `Use at least ${minLength} characters.` };
  if (isOwnEmail(password, email))
    return { code: 'password_refused', message: 'Your email address cannot be your password.' };
  if (isCommon(password))
    return { code: 'password_refused', message: 'This password is too common. Please choose another one.' };
  return null;
}

/** @param path of the password in the body. @throws Problem 400 password_refused, invalid_input */
export function requireStrongPassword(typed: string, path: string, email: string, minLength: number) {
  const fault = passwordFault(typed, email, minLength);
  if (fault) throw new Problem(400, fault.code, fault.message, { errors: [{ path, message: fault.message }] });
}
