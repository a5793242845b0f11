/**
 * A text from outside, fit for the database and for a terminal. Call it once, where the text enters. PostgreSQL takes
 * neither NUL nor half a surrogate pair; a terminal obeys control characters and reorders a line at direction marks.
 */
export const cleanText = (text: string) => text.replace(/[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const escapeOf = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Lines or JSON for a terminal. Values from before texts were cleaned may be in the database: such characters appear as
 * escapes, which JSON reads as the same value.
 */
export const printable = (text: string) =>
  text.replace(/[^\P{Cc}\n]|[\p{Cs}\p{Cf}\p{Zl}\p{Zp}]/gu, (found) => found.split('').map(escapeOf).join(''));
