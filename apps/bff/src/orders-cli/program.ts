import type { INestApplicationContext } from '@nestjs/common';
import { Command, InvalidArgumentError, Option } from 'commander';
import { OrderStatus } from '../generated/prisma/client';
import { OrderAdmin } from './order-admin';
import { printChecks, printList, printOrder } from './print';

const json = new Option('--json', 'print JSON');
const write = (text: string) => void process.stdout.write(`${text}\n`);

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

function words(text: string): string {
  if (!text.trim()) throw new InvalidArgumentError('It must not be empty.');
  return text.trim();
}

const anyId = "the order's id, receipt or receipt number, or the id of a payment, refund or dispute";

/** @param open starts the application context, which is closed after each command. */
export function program(open: () => Promise<INestApplicationContext>): Command {
  /** Runs `work` and prints its result, as JSON or as text. */
  async function withAdmin<T>(
    asJson: boolean | undefined,
    work: (admin: OrderAdmin) => Promise<T>,
    print: (result: T) => string,
  ) {
    const app = await open();
    try {
      const result = await work(app.get(OrderAdmin));
      write(asJson ? JSON.stringify(result, null, 2) : print(result));
      return result;
    } finally {
      await app.close();
    }
  }

  const orders = new Command('orders').description('What happened to every rupee.');
  orders
    .command('list')
    .description('orders with an open dispute, then the newest')
    .addOption(new Option('--status <status>', 'only this status').choices(Object.values(OrderStatus)))
    .option('--limit <count>', 'maximum number', wholeNumber, 50)
    .addOption(json)
    .action(async (options) => void (await withAdmin(options.json, (admin) => admin.list(options), printList)));
  orders
    .command('show')
    .description('one order with its payments, audit trail and events')
    .argument('<id>', anyId)
    .addOption(json)
    .action(async (id, options) => void (await withAdmin(options.json, (admin) => admin.show(id), printOrder)));
  orders
    .command('refund')
    .description('refund everything captured for an order; safe to repeat')
    .argument('<id>', anyId)
    .addOption(json)
    .action(async (id, options) => void (await withAdmin(options.json, (admin) => admin.refund(id), printOrder)));
  orders
    .command('close-dispute')
    .description('close the disputes of an order that the bank has decided')
    .argument('<id>', anyId)
    .requiredOption('--reason <text>', 'what was done about it', words)
    .addOption(json)
    .action(async (id, { json: asJson, reason }) => {
      await withAdmin(asJson, (admin) => admin.closeDispute(id, reason), printOrder);
    });
  orders
    .command('reconcile')
    .description('ask the payment provider about every order that may still change, or about the given ones')
    .argument('[ids...]', 'orders to ask about, whatever their state')
    .option('--due', 'only those that are due')
    .addOption(json)
    .action(async (ids, options) => {
      const checked = await withAdmin(options.json, (admin) => admin.reconcile(ids, options.due), printChecks);
      if (checked.some(({ error }) => error)) process.exitCode = 1;
    });
  return orders;
}
