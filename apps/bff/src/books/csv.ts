// CSV that spreadsheets and accounting programs read without loss: UTF-8 with a byte order mark, CRLF, ISO dates.

/** Text, a date as ISO text, an amount, or a number that must not be calculated with, such as a bank's reference. */
export type Cell = string | null | { paise: number } | { reference: string | null };

export const paise = (amount: number): Cell => ({ paise: amount });
export const reference = (text: string | null): Cell => ({ reference: text });

/** Rupees with two decimals, without a loss of digits. */
export function rupees(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** What a spreadsheet would take for a formula, or a long number that it would round, becomes text by an apostrophe. */
const harmless = (text: string) => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text);
const asText = (text: string) => (/^\d/.test(text) && /^[\d.eE+-]+$/.test(text) ? `'${text}` : harmless(text));

const quoted = (text: string) => (/[",\r\n;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function cellOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return quoted(harmless(cell));
  if ('paise' in cell) return rupees(cell.paise);
  return quoted(asText(cell.reference ?? ''));
}

const lineOf = (cells: Cell[]) => `${cells.map(cellOf).join(',')}\r\n`;

/** @param pages of rows, so that the length of a list needs no memory */
export async function* csv(columns: string[], pages: AsyncIterable<Cell[][]>): AsyncIterable<string> {
  yield `\uFEFF${lineOf(columns)}`;
  for await (const page of pages) yield page.map(lineOf).join('');
}
