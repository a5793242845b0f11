/**
 * Makes external text safe for the database and a terminal. Call it where the text enters. PostgreSQL refuses NUL and
 * half surrogate pairs. Terminals obey control characters and direction marks.
 */
export const cleanText = (text: string) => text.replace(/[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const escapeOf = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Escapes such characters in lines or JSON for a terminal, because old values in the database may have them. */
export const printable = (text: string) =>
  text.replace(/[^\P{Cc}\n]|[\p{Cs}\p{Cf}\p{Zl}\p{Zp}]/gu, (found) => found.split('').map(escapeOf).join(''));
