import { FairQueue } from './fair-queue';

/** @returns the keys in the order in which they are served */
async function served(queue: FairQueue, keys: string[]) {
  const order: string[] = [];
  const serve = (key: string) => queue.run(key, async () => void order.push(key));
  await Promise.all(keys.map((key) => serve(key).catch(() => order.push(`${key} refused`))));
  return order;
}

test('a key that comes after a flood of another is served in its turn, at most one place later', async () => {
  const order = await served(new FairQueue(1, 300, () => new Error()), [...Array(200).fill('flood'), 'other', 'other']);
  expect(order.indexOf('other')).toBeLessThan(3);
  expect(order.lastIndexOf('other')).toBeLessThan(5);
  expect(order).toHaveLength(202);
});

test('a full queue refuses the flood, not the others', async () => {
  const order = await served(new FairQueue(1, 50, () => new Error()), [...Array(200).fill('flood'), 'other', 'flood']);
  expect(order.filter((each) => each === 'flood refused')).toHaveLength(151);
  expect(order.filter((each) => each.startsWith('other'))).toEqual(['other']);
});
