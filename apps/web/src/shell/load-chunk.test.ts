import { loadChunk } from './load-chunk';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

async function outcome(load: () => Promise<unknown>) {
  let result: unknown = 'nothing yet';
  loadChunk('/payment', load).then(
    (part) => (result = part),
    ({ name, message }: Error) => (result = `${name}: ${message}`),
  );
  await jest.advanceTimersByTimeAsync(120_000);
  return result;
}

test('a chunk that fails once is requested again', async () => {
  const load = jest.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce('part');
  expect(await outcome(load)).toBe('part');
});

test('a chunk that fails twice is missing, and is not requested a third time', async () => {
  const load = jest.fn().mockRejectedValue(new Error('404'));
  expect(await outcome(load)).toBe('ChunkLoadError: Loading chunk /payment failed (missing).');
  expect(load).toHaveBeenCalledTimes(2);
});

test('a chunk that takes longer than two minutes has timed out', async () => {
  const load = jest.fn(() => new Promise(() => undefined));
  expect(await outcome(load)).toBe('ChunkLoadError: Loading chunk /payment failed (timeout).');
  expect(load).toHaveBeenCalledTimes(1);
});
