import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { BooksAdmin } from './books-admin';
import { as, json, type Run, reason, run, runWith } from './command-line';
import { printDismissed, printImport, printMonth } from './print-books';
import { wordsFor } from './words';

function day(text: string): string {
  const at = new Date(`${text}T00:00:00Z`);
  if (!/^20\d\d-\d\d-\d\d$/.test(text) || Number.isNaN(at.getTime()) || !at.toISOString().startsWith(text))
    throw new InvalidArgumentError('It must be a day such as 2026-11-26.');
  return text;
}

function month(text: string): string {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(text)) throw new InvalidArgumentError('It must be a month such as 2026-11.');
  return text;
}

function paise(text: string): number {
  if (!/^-?\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of paise.');
  return Number(text);
}

const today = new Option('--today <day>', 'an Indian day instead of the real one; for tests').argParser(day).hideHelp();
const oneMonth = () => new Argument('<month>', 'an Indian month such as 2026-11').argParser(month);
/** As in exports.ts, which takes longer to load. */
const names = ['receipts', 'refunds', 'fees', 'settlements', 'journal'];

/** @param run opens what a command needs, and closes it after. */
function program(run: Run<BooksAdmin>): Command {
  const books = new Command('books').exitOverride().description('Every rupee, to the bank account.');
  books
    .command('import')
    .description('read what the payment provider has settled, as the server does every night; safe to repeat')
    .addOption(new Option('--since <day>', 'from this Indian day on').argParser(day))
    .addOption(as)
    .addOption(today)
    .addOption(json)
    .action(async (options) => void (await run(options.json, (admin) => admin.import(options), printImport)));
  books
    .command('month')
    .description('where the money of a month went; with --close its totals are frozen')
    .addArgument(oneMonth())
    .option('--close', 'close it: every month before it must be closed, and nothing unexplained')
    .addOption(new Option('--opening <paise>', 'what was at the provider when the first month began').argParser(paise))
    .addOption(as)
    .addOption(reason())
    .addOption(today)
    .addOption(json)
    .action(async (of, options) => void (await run(options.json, (admin) => admin.month(of, options), printMonth)));
  books
    .command('export')
    .description('write a list of a month as CSV; docs/operations.md has the columns')
    .addArgument(new Argument('<list>', 'which one').choices(names))
    .addArgument(oneMonth())
    .option('--out <file>', 'where to; by default such as 2026-11-journal.csv')
    .addOption(as)
    .addOption(today)
    .action(async (name, of, options) => {
      await run(
        false,
        (admin) => admin.export(name, of, options),
        (file) => `Written: ${file}`,
      );
    });
  books
    .command('dismiss')
    .description('accept what is open about a settlement, a line of it, or unsettled money')
    .argument('<id>', 'the id in the mail')
    .addOption(as)
    .addOption(reason().makeOptionMandatory())
    .action(async (id, options) => {
      await run(false, (admin) => admin.dismiss(id, options), printDismissed);
    });
  return books;
}

/** Runs `npm run books -- …`. */
export const runBooks = (args: string[]) => run(program(runWith((desk) => new BooksAdmin(desk))), args, wordsFor);
