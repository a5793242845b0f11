import type { INestApplicationContext } from '@nestjs/common';
import { Command, InvalidArgumentError, Option } from 'commander';
import { OrderStatus } from '../generated/prisma/client';
import { OrderDesk } from './order-desk';
import { printChecks, printList, printOrder } from './print';

const json = new Option('--json', 'print JSON');
const write = (text: string) => void process.stdout.write(`${text}\n`);

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

/** @param open starts what the commands work with; it is closed after each. */
export function program(open: () => Promise<INestApplicationContext>): Command {
  /** Does `work` at the desk and prints its result, as JSON or for people. */
  async function atDesk<T>(
    asJson: boolean | undefined,
    work: (desk: OrderDesk) => Promise<T>,
    print: (result: T) => string,
  ) {
    const app = await open();
    try {
      const result = await work(app.get(OrderDesk));
      write(asJson ? JSON.stringify(result, null, 2) : print(result));
      return result;
    } finally {
      await app.close();
    }
  }

  const orders = new Command('orders').description('What happened to every rupee.');
  orders
    .command('list')
    .description('orders, newest first')
    .addOption(new Option('--status <status>', 'only these').choices(Object.values(OrderStatus)))
    .option('--limit <count>', 'how many at the most', wholeNumber, 50)
    .addOption(json)
    .action(async (options) => void (await atDesk(options.json, (desk) => desk.list(options), printList)));
  orders
    .command('show')
    .description('one order with its payments, its trail and the events about it')
    .argument('<id>', "the order's id, its receipt, or the id of one of its payments")
    .addOption(json)
    .action(async (id, options) => void (await atDesk(options.json, (desk) => desk.show(id), printOrder)));
  orders
    .command('refund')
    .description('give back everything captured for an order; repeating it does no harm')
    .argument('<id>', "the order's id, its receipt, or the id of one of its payments")
    .addOption(json)
    .action(async (id, options) => void (await atDesk(options.json, (desk) => desk.refund(id), printOrder)));
  orders
    .command('reconcile')
    .description('ask the payment provider about every order that may still change, or about the given ones')
    .argument('[ids...]', 'orders to ask about, whatever their state')
    .option('--due', 'only those whose time has come')
    .addOption(json)
    .action(async (ids, options) => {
      const checked = await atDesk(options.json, (desk) => desk.reconcile(ids, options.due), printChecks);
      if (checked.some(({ error }) => error)) process.exitCode = 1;
    });
  return orders;
}
