import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** An id in the provider's format: a prefix, an underscore and 14 alphanumeric characters. */
export function newId(prefix: string): string {
  let id = `${prefix}_`;
  for (let i = 0; i < 14; i++) id += ALPHABET[randomInt(ALPHABET.length)];
  return id;
}

/** A bank reference of `length` digits. */
export function newReference(length: number): string {
  let digits = String(randomInt(1, 10));
  while (digits.length < length) digits += String(randomInt(10));
  return digits;
}

/** Unix time in seconds, for tokens. The payment provider has a separate clock. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
