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
 * A file of JSON lines that only grows while the process runs. A line is handed to the operating system before the
 * caller answers, so that an acknowledged order survives the end of the process at any moment.
 */
export interface Journal<Entry> {
  append(entry: Entry): void;
  /** Replaces the whole content, atomically. */
  rewrite(entries: Iterable<Entry>): void;
  close(): void;
}

/** For tests that want no file. */
export const forgetful: Journal<unknown> = { append() {}, rewrite() {}, close() {} };

/** A torn last line was never acknowledged, so it is left out; a broken line anywhere else is an error. */
export function readJournal<Entry>(path: string): Entry[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  lines.pop();
  return lines.map((line) => JSON.parse(line) as Entry);
}

export function openJournal<Entry>(path: string): Journal<Entry> {
  mkdirSync(dirname(path), { recursive: true });
  let file = openSync(path, 'a');
  const reopen = () => {
    closeSync(file);
    file = openSync(path, 'a');
  };
  return {
    append(entry) {
      // A second sandbox that was started on the same folder has put a new file in the place of this one.
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
