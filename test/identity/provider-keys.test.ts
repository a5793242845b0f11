import { Jwks } from '../../apps/bff/src/account/jwks';
import type { Config } from '../../apps/bff/src/config/config';
import { eventually } from '../support/eventually';
import { startApi, type TestApi } from './api';
import { rs256 } from './jwt';
import { startProvider, type TestProvider } from './provider';

let provider: TestProvider;
let api: TestApi;

const statusOf = async (token: string) => (await api.me(token)).status;
const many = (count: number, make: (each: number) => string) =>
  Promise.all(Array.from({ length: count }, (_, each) => statusOf(make(each))));

describe('the identity provider is asked for its keys', () => {
  beforeAll(async () => {
    provider = await startProvider();
    api = await startApi(provider.env);
  });
  afterAll(async () => {
    await api.close();
    await provider.close();
  });

  // Each of these begins where the one before has left the server.
  test('never for tokens that no key could make valid', async () => {
    const { privateKey } = provider.key;
    const elsewhere = { ...provider.claims(), iss: 'https://elsewhere.example/' };
    await statusOf(rs256({ alg: 'HS256', kid: 'x' }, provider.claims(), privateKey));
    await statusOf(rs256({ alg: 'RS256' }, provider.claims(), privateKey));
    await statusOf(rs256({ alg: 'RS256', kid: 'x' }, elsewhere, privateKey));
    expect(provider.fetches).toBe(0);
  });

  test('once for twenty first calls at the same time', async () => {
    expect(await many(20, (each) => provider.token({ sub: `github|${each}` }))).toEqual(Array(20).fill(200));
    expect(provider.fetches).toBe(1);
  });

  test('at once after a rotation, once for ten calls with the new key at the same time', async () => {
    provider.rotate();
    expect(await many(10, (each) => provider.token({ sub: `github|${each}` }))).toEqual(Array(10).fill(200));
    expect(provider.fetches).toBe(2);
  });

  test('no more than twice for 100 unknown key ids, and good tokens still pass', async () => {
    const before = provider.fetches;
    for (let batch = 0; batch < 5; batch += 1) {
      const statuses = await many(20, (each) => provider.token({}, { kid: `unknown-${batch}-${each}` }));
      expect(statuses).toEqual(Array(20).fill(401));
    }
    expect(provider.fetches - before).toBeLessThanOrEqual(2);
    expect(await statusOf(provider.token())).toBe(200);
  });
});

describe('the keys in the server, with a clock in the hands of the test', () => {
  let clock: jest.SpyInstance;
  let passedMs = 0;
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
    return (kid = provider.key.kid) => keys.find({ alg: 'RS256', kid });
  }

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
    await expect(find('rotated')).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  });

  test('the keys are fetched two seconds after a failure, even if tokens keep arriving', async () => {
    const find = keysOf(provider);
    const unavailable = { status: 503, code: 'unavailable' };
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
});
