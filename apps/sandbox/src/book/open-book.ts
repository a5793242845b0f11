import { join } from 'node:path';
import { forgetful, openJournal, readJournal } from '../journal';
import { type Announce, Book, type Step } from './book';

/**
 * Opens the book kept in `dataDir`, and drops the history of its journal. `null` keeps nothing.
 * The second result closes its file.
 */
export function openBook(dataDir: string | null, announce: Announce): { book: Book; close(): void } {
  if (dataDir === null) return { book: new Book(forgetful, announce), close() {} };
  const path = join(dataDir, 'sandbox.jsonl');
  const steps = readJournal<Step>(path);
  const journal = openJournal<Step>(path);
  const book = new Book(journal, announce);
  for (const step of steps) book.apply(step);
  journal.rewrite(book.steps());
  return { book, close: () => journal.close() };
}
