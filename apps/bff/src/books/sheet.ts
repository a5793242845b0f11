// Files for accountants. CSV: UTF-8 with a byte order mark, CRLF, ISO dates. XLSX: text cells, also once they are edited,
// and numbers for amounts.
import writeXlsxFile, { type Row } from 'write-excel-file/node';

/** Text, or an amount. */
export type Cell = string | null | { paise: number };
export type Pages = AsyncIterable<Cell[][]>;

export const paise = (amount: number): Cell => ({ paise: amount });

/** Rupees with two decimals, without a loss of digits. */
export function rupees(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** An apostrophe keeps a spreadsheet from reading text as a formula. */
const harmless = (text: string) => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text);
const quoted = (text: string) => (/[",\r\n;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const csvCell = (cell: Cell) =>
  typeof cell === 'string' ? quoted(harmless(cell)) : cell === null ? '' : rupees(cell.paise);
const csvLine = (cells: Cell[]) => `${cells.map(csvCell).join(',')}\r\n`;

/** @param pages of rows, so that the length of a list needs no memory */
export async function* csv(columns: string[], pages: Pages): AsyncIterable<string> {
  yield `\uFEFF${csvLine(columns)}`;
  for await (const page of pages) yield page.map(csvLine).join('');
}

const xlsxCell = (cell: Cell) => {
  if (typeof cell === 'string') return { value: cell, type: String, format: '@' };
  return cell && { value: cell.paise / 100, type: Number, format: '0.00' };
};

/** A spreadsheet is one compressed file: its rows are collected first. */
export async function* xlsx(columns: string[], pages: Pages): AsyncIterable<Uint8Array> {
  const rows: Row[] = [columns.map((value) => ({ value, type: String, fontWeight: 'bold' }))];
  for await (const page of pages) for (const cells of page) rows.push(cells.map(xlsxCell));
  yield await writeXlsxFile(rows).toBuffer();
}
