import { Refusal } from '../problem/problem';
import { normalizedPassword } from './password-hasher';

const minGuesses = 2_000_000;

/** Minimum for the part without the digits and signs around it, as in `India@123`. */
const minGuessesInside = 200_000;
const maxStripped = 6;

/** Bounds the cost of a crafted address. */
const maxOwnWords = 4;

/** The estimator overrates symbols at the end, as in `Welcome2024!`. */
const withoutEnd = (text: string) => text.replace(/(?<=[\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}]{1,3}$/u, '');

/** The part from the first to the last letter. */
const inside = (text: string) => /\p{L}(?:.*[\p{L}\p{M}])?/su.exec(text)?.[0] ?? '';

const onlyLetters = (text: string) => text.replace(/[^\p{L}]/gu, '');

/** Words that an attacker would try for this address, alone and in pairs. */
function ownWords(email: string) {
  const local = email.split('@')[0] ?? '';
  const parts = [...local.split(/[^\p{L}]+/u), ...email.split(/[^\p{L}\p{N}]+/u)].filter(({ length }) => length > 2);
  const words = ['novacore', ...[...new Set(parts)].slice(0, maxOwnWords)];
  const joined = words.flatMap((first) => words.filter((each) => each !== first).map((second) => first + second));
  return [...words, email, onlyLetters(local), ...joined].filter(Boolean);
}

async function isGuessable(password: string, email: string) {
  const { guessesFor } = await import('./password-estimator.js');
  const own = ownWords(email.toLowerCase());
  if (guessesFor(withoutEnd(password), own) < minGuesses) return true;
  const letters = inside(password);
  if (!letters || password.length - letters.length > maxStripped) return false;
  return own.includes(onlyLetters(letters.toLowerCase())) || guessesFor(letters, own) < minGuessesInside;
}

function isOwnEmail(password: string, email: string) {
  const plain = password.trim().toLowerCase();
  const address = email.toLowerCase();
  return address !== '' && [address, address.split('@')[0]].includes(plain);
}

/** @returns why the password is refused, or null. There are no composition rules (NIST SP 800-63B). */
export async function passwordFault(typed: string, email: string, minLength: number): Promise<Refusal | null> {
  if (/\p{Surrogate}/u.test(typed)) return new Refusal('password_not_unicode');
  const password = normalizedPassword(typed);
  if ([...password].length < minLength) return new Refusal('password_too_short', { minimum: `${minLength}` });
  if (isOwnEmail(password, email)) return new Refusal('password_is_address');
  return (await isGuessable(password, email)) ? new Refusal('password_guessable') : null;
}

/** @param path JSON pointer to the password in the body. @throws Refusal 400 password_refused, invalid_input */
export async function requireStrongPassword(typed: string, path: string, email: string, minLength: number) {
  const fault = await passwordFault(typed, email, minLength);
  if (!fault) return;
  fault.extra.errors = [{ path, message: fault.message }];
  throw fault;
}
