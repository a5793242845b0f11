import { Refusal } from '../problem/problem';
import { normalizedPassword } from './password-hasher';

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

/** @returns the refusal of a password, or null. There are no composition rules (NIST SP 800-63B). */
export async function passwordFault(typed: string, email: string, minLength: number): Promise<Refusal | null> {
  if (/\p{Surrogate}/u.test(typed)) return new Refusal('password_not_unicode');
  const password = normalizedPassword(typed);
  if ([...password].length < minLength) return new Refusal('password_too_short', { minimum: `${minLength}` });
  if (isOwnEmail(password, email)) return new Refusal('password_is_address');
  return (await isGuessable(password, email)) ? new Refusal('password_guessable') : null;
}

/** @param path of the password in the body. @throws Refusal 400 password_refused, invalid_input */
export async function requireStrongPassword(typed: string, path: string, email: string, minLength: number) {
  const fault = await passwordFault(typed, email, minLength);
  if (!fault) return;
  fault.extra.errors = [{ path, message: fault.message }];
  throw fault;
}
