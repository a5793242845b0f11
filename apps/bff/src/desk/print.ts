import type { PrintedEntry } from './audit-log';

export const time = (at: Date | null) => at?.toISOString().replace('T', ' ').replace(/\..*/, '') ?? '-';

/** An address or other text as one word of a shell: an operator pastes it into the next command. */
export const shellWord = (text: string) =>
  /^[\w@%+=:,./][\w@%+=:,./-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** Pads each column to its widest cell. */
export function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}

export const section = (title: string, rows: string[][]) => (rows.length ? [`\n${title}`, table(rows)] : []);

export const auditLogSection = (entries: PrintedEntry[]) =>
  section(
    'done by operators (UTC)',
    entries.map(({ at, operator, action, reason }) => [`  ${time(at)}`, operator, action, reason ?? '']),
  );
