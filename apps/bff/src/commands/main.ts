// `npm run orders|people|books -- <command>` does what the desk cannot. It prints JSON and exits with 0 or 1.
import 'reflect-metadata';
import { hostname, userInfo } from 'node:os';
import type { Type } from '@nestjs/common';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { cleanText, printable } from '../clean-text';
import { ignoreClosedOutput } from '../closed-output';
import { loadConfig } from '../config/load-config';
import { roles } from '../desk/policy/policy';
import { createLog } from '../log';
import type { CheckedOrder } from '../payments/work/reconciler';
import { BooksCommands } from './books-commands';
import { withService } from './commands.module';
import { OrderCommands } from './order-commands';
import { PeopleCommands } from './people-commands';
import { wordsFor } from './words';

/** Prints the result of `work`. @param isGood returns whether the exit code is 0 */
async function run<Service, Result>(
  service: Type<Service>,
  work: (service: Service) => Promise<Result>,
  isGood: (result: Result) => boolean = () => true,
): Promise<void> {
  const result = await withService(loadConfig(), createLog('warn', process.stderr), service, work);
  process.stdout.write(`${printable(JSON.stringify(result, null, 2))}\n`);
  if (!isGood(result)) process.exitCode = 1;
}

/** Returns user@host. A container's user may have no name. */
function userName() {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    return `unknown@${hostname()}`;
  }
}

const parser =
  <Value>(schema: z.ZodType<Value>, fault: string) =>
  (value: string): Value => {
    const { data, success } = schema.safeParse(value);
    if (success) return data;
    throw new InvalidArgumentError(fault);
  };
const text = parser(z.string().transform(cleanText).refine(Boolean), 'It must not be empty.');
const moment = parser(
  z.union([z.iso.date(), z.iso.datetime({ offset: true })]).transform((value) => new Date(value)),
  'It must be a date or time such as 2026-11-26 or 2026-11-26T14:30Z.',
);
const day = parser(z.iso.date().startsWith('20'), 'It must be a day such as 2026-11-26.');
const as = new Option('--as <name>', 'your name, for the audit log').argParser(text).default(userName());
const reason = () => new Option('--reason <text>', 'the reason, for the audit log').argParser(text);

function peopleGroup(group: Command) {
  const command = (name: string, description: string) =>
    group.command(name).description(description).argument('<person>', "the person's address or id").addOption(as);
  group.description('Manages accounts and the roles of staff members.');
  command('grant', 'let a person use the desk, or change the role; the person gets an email')
    .addArgument(new Argument('<role>', 'what the person may do').choices(Object.keys(roles)))
    .action((person, role, options) => run(PeopleCommands, (people) => people.grant(person, role, options)));
  command('revoke', 'end the role of a person, who gets an email')
    .addOption(reason())
    .action((person, options) => run(PeopleCommands, (people) => people.revoke(person, options)));
  command('remove-passkeys', 'remove all passkeys of a person who has lost them, and log the person out everywhere')
    .addOption(reason().makeOptionMandatory())
    .action((person, options) => run(PeopleCommands, (people) => people.removePasskeys(person, options)));
  command('export', 'everything stored about a person, as in their own export')
    .addOption(reason())
    .action((person, options) => run(PeopleCommands, (people) => people.export(person, options)));
  command('delete', 'delete an account as its owner can; orders are kept without the address')
    .addOption(reason().makeOptionMandatory())
    .option('--despite-payment', 'delete the account even if a payment may be in progress')
    .action((person, options) => run(PeopleCommands, (people) => people.delete(person, options)));
}

function ordersGroup(group: Command) {
  group.description('Our orders, and what Razorpay knows about them.');
  group
    .command('reconcile')
    .description('ask Razorpay about every order that may still change, or about the given ones')
    .argument('[ids...]', 'orders to ask about, whatever their state')
    .option('--due', 'only those that are due')
    .addOption(as)
    .action((ids, options) => {
      const isAnswered = (orders: CheckedOrder[]) => !orders.some(({ error }) => error);
      return run(OrderCommands, (orders) => orders.reconcile(ids, options), isAnswered);
    });
  group
    .command('audit')
    .description('compare our books with Razorpay and update them, for example after a restore')
    .requiredOption('--since <time>', 'from this time on; a date is midnight in UTC', moment)
    .option('--adopt', 'also add orders of ours that the books lack; without it they are listed')
    .addOption(as)
    .action((options) =>
      run(
        OrderCommands,
        (orders) => orders.audit(options),
        ({ needsPerson }) => !needsPerson,
      ),
    );
}

function booksGroup(group: Command) {
  group.description('Imports settlements from Razorpay.');
  group
    .command('import')
    .description('read what Razorpay has settled, as the server does every night; safe to repeat')
    .option('--since <day>', 'from this Indian day on', day)
    .addOption(as)
    .action((options) => run(BooksCommands, (books) => books.import(options)));
}

const groups: Record<string, (group: Command) => void> = {
  orders: ordersGroup,
  people: peopleGroup,
  books: booksGroup,
};

async function main([name = '', ...args]: string[]) {
  ignoreClosedOutput();
  const fill = groups[name];
  if (!fill) throw new Error(`There is no group ${name}. Use one of ${Object.keys(groups).join(', ')}.`);
  const group = new Command(`npm run ${name} --`);
  fill(group);
  await group.parseAsync(args, { from: 'user' });
}

main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${printable(wordsFor(error))}\n`);
  process.exitCode = 1;
});
