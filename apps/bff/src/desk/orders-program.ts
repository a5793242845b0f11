import { Command, InvalidArgumentError, Option } from 'commander';
import { OrderStatus } from '../generated/prisma/enums';
import { as, email, json, type Run, reason, run, runWith, since, until } from './command-line';
import { OrderAdmin } from './order-admin';
import { printAudit, printChecks, printList, printOrder, printRefund } from './print-orders';
import { wordsFor } from './words';

function wholeNumber(text: string): number {
  if (!/^([1-9]\d{0,3}|10000)$/.test(text))
    throw new InvalidArgumentError('It must be a whole number from 1 to 10000.');
  return Number(text);
}

const anyId = "the order's id, receipt or receipt number, or the id of a payment, refund or dispute";

function addViews(orders: Command, run: Run<OrderAdmin>) {
  orders
    .command('list')
    .description('orders with an open dispute, then the newest')
    .addOption(new Option('--status <status>', 'only this status').choices(Object.values(OrderStatus)))
    .addOption(email)
    .addOption(since())
    .addOption(until)
    .option('--limit <count>', 'maximum number', wholeNumber, 50)
    .addOption(json)
    .action(async (options) => void (await run(options.json, (admin) => admin.list(options), printList)));
  orders
    .command('show')
    .description('one order with its payments, status history and events')
    .argument('<id>', anyId)
    .addOption(json)
    .action(async (id, options) => void (await run(options.json, (admin) => admin.show(id), printOrder)));
}

function addChanges(orders: Command, run: Run<OrderAdmin>) {
  orders
    .command('refund')
    .description('refund everything captured for an order, or only the payment that the id names; safe to repeat')
    .argument('<id>', anyId)
    .option('--despite-dispute', 'also what a bank may return because of a dispute; needs --reason')
    .addOption(as)
    .addOption(reason())
    .addOption(json)
    .action(
      async (id, options) => void (await run(options.json, (admin) => admin.refund(id, options), printRefund(id))),
    );
  orders
    .command('close-dispute')
    .description('close the disputes of an order that the bank has decided')
    .argument('<id>', anyId)
    .addOption(as)
    .addOption(reason().makeOptionMandatory())
    .addOption(json)
    .action(async (id, options) => {
      await run(options.json, (admin) => admin.closeDispute(id, options), printOrder);
    });
  orders
    .command('dismiss')
    .description('end the daily mail about an order, payment or dispute')
    .argument('<id>', 'the id in the mail')
    .addOption(as)
    .addOption(reason().makeOptionMandatory())
    .addOption(json)
    .action(async (id, options) => void (await run(options.json, (admin) => admin.dismiss(id, options), printOrder)));
}

/** @param run opens what a command needs, and closes it after. */
function program(run: Run<OrderAdmin>): Command {
  const orders = new Command('orders').exitOverride().description('What happened to every rupee.');
  addViews(orders, run);
  addChanges(orders, run);
  orders
    .command('reconcile')
    .description('ask the payment provider about every order that may still change, or about the given ones')
    .argument('[ids...]', 'orders to ask about, whatever their state')
    .option('--due', 'only those that are due')
    .addOption(json)
    .action(async (ids, options) => {
      const checked = await run(options.json, (admin) => admin.reconcile(ids, options.due), printChecks);
      if (checked.some(({ error }) => error)) process.exitCode = 1;
    });
  orders
    .command('audit')
    .description('compare the payment provider with our books, and bring these up to date, as after a restore')
    .addOption(since().makeOptionMandatory())
    .option('--adopt', 'also add orders of ours that the books lack; without it they are listed')
    .addOption(as)
    .addOption(json)
    .action(async (options) => {
      const { needsPerson } = await run(options.json, (admin) => admin.audit(options), printAudit);
      if (needsPerson) process.exitCode = 1;
    });
  return orders;
}

/** Runs `npm run orders -- …`. */
export const runOrders = (args: string[]) => run(program(runWith((desk) => new OrderAdmin(desk))), args, wordsFor);
