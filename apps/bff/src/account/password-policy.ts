import { Problem } from '../problem/problem';
import { normalizedPassword } from './password-hasher';

export interface PasswordFault {
  code: 'password_refused' | 'invalid_input';
  message: string;
}

/** Passwords that take fewer guesses are refused. */
const minGuesses = 2_000_000;

const maxOwnWords = 6;

/** Symbols after the last character add little, and the estimator overrates them: `Welcome2024!`. */
const withoutEnd = (text: string) => text.replace(/(?<=[\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}]{1,3}$/u, '');

/** Words that others would try for this person. */
const ownWords = (email: string) =>
  ['novacore', email, ...email.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length > 2).slice(0, maxOwnWords);

async function isGuessable(password: string, email: string) {
  const { guessesFor } = await import('./password-estimator.js');
  return guessesFor(withoutEnd(password), ownWords(email.toLowerCase())) < minGuesses;
}

function isOwnEmail(password: string, email: string) {
  const plain = password.trim().toLowerCase();
  const address = email.toLowerCase();
  return address !== '' && [address, address.split('@')[0]].includes(plain);
}

/** @returns why the password is refused, or null. There are no composition rules (NIST SP 800-63B). */
export async function passwordFault(typed: string, email: string, minLength: number): Promise<PasswordFault | null> {
  if (/\p{Surrogate}/u.test(typed)) return { code: 'invalid_input', message: 'Use whole Unicode characters.' };
  const password = normalizedPassword(typed);
  if ([...password].length < minLength)
    return { code: 'invalid_input', message: `Use at least ${minLength} characters.` };
  if (isOwnEmail(password, email))
    return { code: 'password_refused', message: 'Your email address cannot be your password.' };
  if (await isGuessable(password, email))
    return {
      code: 'password_refused',
      message: 'This password is easy to guess. A few unrelated words make a good one.',
    };
  return null;
}

/** @param path of the password in the body. @throws Problem 400 password_refused, invalid_input */
export async function requireStrongPassword(typed: string, path: string, email: string, minLength: number) {
  const fault = await passwordFault(typed, email, minLength);
  if (fault) throw new Problem(400, fault.code, fault.message, { errors: [{ path, message: fault.message }] });
}
