import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * An append-only file of JSON lines. Each line is written before the request is answered, so that an acknowledged
 * order survives a crash at any moment.
 */
export interface Journal<Entry> {
  append(entry: Entry): void;
  /** Replaces the whole file atomically. */
  rewrite(entries: Iterable<Entry>): void;
  close(): void;
}

/** Stores nothing. */
export const noJournal: Journal<unknown> = { append() {}, rewrite() {}, close() {} };

/** An incomplete last line was never acknowledged and is ignored. A broken line anywhere else is an error. */
export function readJournal<Entry>(path: string): Entry[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  lines.pop();
  return lines.map((line, index) => {
    try {
      return JSON.parse(line) as Entry;
    } catch {
      throw new Error(
        `${path} is damaged in line ${index + 1}. Delete that line, or the file to start with no orders.`,
      );
    }
  });
}

export function openJournal<Entry>(path: string): Journal<Entry> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let file = openSync(path, 'a');
  const reopen = () => {
    closeSync(file);
    file = openSync(path, 'a');
  };
  return {
    append(entry) {
      // Another sandbox on the same folder has replaced this file.
      if (fstatSync(file).nlink === 0) reopen();
      writeSync(file, `${JSON.stringify(entry)}\n`);
    },
    rewrite(entries) {
      const lines = Array.from(entries, (entry) => `${JSON.stringify(entry)}\n`);
      writeFileSync(`${path}.new`, lines.join(''));
      renameSync(`${path}.new`, path);
      reopen();
    },
    close: () => closeSync(file),
  };
}
