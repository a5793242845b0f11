import { Jwks } from '../../apps/bff/src/account/jwks';
import type { Config } from '../../apps/bff/src/config/config';
import { eventually } from '../support/eventually';
import { startProvider, type TestProvider } from './provider';

let provider: TestProvider;
let clock: jest.SpyInstance;
let passedMs: number;
beforeEach(async () => {
  provider = await startProvider();
  const startedAt = Date.now();
  passedMs = 0;
  clock = jest.spyOn(Date, 'now').mockImplementation(() => startedAt + passedMs);
});
afterEach(async () => {
  clock.mockRestore();
  await provider.close();
});

/** @returns a look-up of a key, by default of the one that the provider signs with. */
function keysOf({ issuer }: TestProvider, warn = jest.fn()) {
  const identityProvider = { jwksUrl: `${issuer}.well-known/jwks.json` };
  const keys = new Jwks({ identityProvider } as Config, { warn, info: warn, error: warn });
  return (kid: unknown = provider.key.kid, alg = 'RS256') => keys.find({ alg, kid });
}
const unavailable = { status: 503, code: 'unavailable' };

test('the keys are never fetched for tokens that no key could make valid', async () => {
  const find = keysOf(provider);
  await expect(find('x', 'HS256')).rejects.toMatchObject({ status: 401 });
  await expect(find(null)).rejects.toMatchObject({ status: 401 });
  expect(provider.fetches).toBe(0);
});

test('the keys are fetched once for twenty first calls at the same time, and once after a rotation', async () => {
  const find = keysOf(provider);
  await Promise.all(Array.from({ length: 20 }, () => find()));
  expect(provider.fetches).toBe(1);
  provider.rotate();
  await Promise.all(Array.from({ length: 10 }, () => find()));
  expect(provider.fetches).toBe(2);
});

test('unknown key ids cause one fetch in 30 seconds, and good tokens still pass', async () => {
  const find = keysOf(provider);
  await find();
  const attack = async (name: string) => {
    for (let each = 0; each < 20; each += 1)
      await expect(find(`${name}-${each}`)).rejects.toMatchObject({ status: 401, code: 'token_invalid' });
  };
  await attack('first');
  expect(provider.fetches).toBe(2);
  passedMs = 31_000;
  await attack('later');
  expect(provider.fetches).toBe(3);
  await find();
});

test('a key shorter than 2048 bits is not used', async () => {
  provider.rotate(1024);
  await expect(keysOf(provider)()).rejects.toMatchObject({ status: 401, cause: expect.stringMatching(/short/) });
});

test('while the provider is down, known keys still work, however old, and a new one gets 503', async () => {
  const warn = jest.fn();
  const find = keysOf(provider, warn);
  const key = await find();
  provider.down = true;
  passedMs = 24 * 3_600_000;
  for (let each = 0; each < 20; each += 1) expect(await find()).toBe(key);
  await eventually(async () => expect(warn).toHaveBeenCalled());
  expect(await find()).toBe(key);
  expect(provider.fetches).toBe(2);
  await expect(find('rotated')).rejects.toMatchObject(unavailable);
});

test('the keys are fetched two seconds after a failure, even if tokens keep arriving', async () => {
  const find = keysOf(provider);
  provider.down = true;
  await expect(find()).rejects.toMatchObject(unavailable);
  provider.down = false;
  passedMs = 1_500;
  await expect(find()).rejects.toMatchObject(unavailable);
  expect(provider.fetches).toBe(1);
  passedMs = 2_500;
  await expect(find()).resolves.toContain('PUBLIC KEY');
  expect(provider.fetches).toBe(2);
});
