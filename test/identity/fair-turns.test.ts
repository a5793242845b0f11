import { availableParallelism } from 'node:os';
import { PasswordHasher } from '../../apps/bff/src/account/password-hasher';
import type { Config } from '../../apps/bff/src/config/config';
import { FairTurns } from '../../apps/bff/src/throttle/fair-turns';

afterEach(() => jest.restoreAllMocks());

/** @returns whose turn it was, in order, when these ask one after the other while the first one works. */
async function orderOf(turns: FairTurns, names: string[]) {
  const order: string[] = [];
  const work = (name: string) => turns.take(name, async () => void order.push(name));
  await Promise.all(names.map(work));
  return order;
}

test('every other turn is for who had none for a while, so that nobody waits for all who had theirs', async () => {
  const turns = new FairTurns(1, 1, 60_000);
  const many = Array.from({ length: 100 }, (_, at) => `${at}`);
  await orderOf(turns, many);
  const order = await orderOf(turns, [...many, 'new']);
  expect(order.indexOf('new')).toBeLessThan(4);
  expect(order).toHaveLength(101);
});

test('who had a turn has another one, however many come who had none', async () => {
  const turns = new FairTurns(1, 1, 60_000);
  await orderOf(turns, ['one']);
  const many = Array.from({ length: 100 }, (_, at) => `${at}`);
  const order = await orderOf(turns, [...many.slice(0, 2), 'one', ...many.slice(2)]);
  expect(order.indexOf('one')).toBeLessThan(6);
});

test('of those who had turns, every other one is for who had the fewest', async () => {
  const turns = new FairTurns(1, 1, 60_000);
  const many = Array.from({ length: 100 }, (_, at) => `${at}`);
  await orderOf(turns, [...many, ...many, ...many, 'mistyped']);
  const order = await orderOf(turns, [...many, 'mistyped']);
  expect(order.indexOf('mistyped')).toBeLessThan(4);
});

test('who had a turn long ago counts as one who had none', async () => {
  const turns = new FairTurns(1, 1, 60_000);
  await orderOf(turns, ['one', 'one']);
  expect(turns.turnsOf('one')).toBe(2);
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  expect(turns.turnsOf('one')).toBe(0);
});

test('places for passwords: those kept for newcomers are for who mistyped twice too, not for who tries on and on', async () => {
  const hasher = new PasswordHasher({ throttle: true } as Config);
  let gone = false;
  const hash = (address: string) =>
    hasher.hash('nine tall mango trees', { address, hasHungUp: () => gone, endTurn: () => undefined });
  const tried = Array.from({ length: 9 }, (_, at) => `198.51.100.${at}`);
  for (const address of [...tried, ...tried, ...tried, '198.51.100.10', '198.51.100.10']) await hash(address);
  const places = 32 * Math.max(1, availableParallelism() - 1);
  const waiting = tried.slice(1).flatMap((address) => Array.from({ length: places }, () => hash(address)));
  const ended = Promise.allSettled(waiting);
  await expect(hash('198.51.100.0')).rejects.toMatchObject({ code: 'busy' });
  await expect(hash('198.51.100.10')).resolves.toMatch(/^\$argon2id/);
  gone = true;
  await ended;
});
