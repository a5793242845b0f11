import { Jwks } from '../../apps/bff/src/account/jwks';
import type { Config } from '../../apps/bff/src/config/config';
import { eventually, shows } from '../support/eventually';
import { startApi, type TestApi } from './api';
import { rs256 } from './jwt';
import { startProvider, type TestProvider } from './provider';

let provider: TestProvider;
let api: TestApi;

async function start() {
  provider = await startProvider();
  api = await startApi(provider.env);
}
async function close() {
  await api.close();
  await provider.close();
}

const statusOf = async (token: string) => (await api.me(token)).status;
const many = (count: number, make: (each: number) => string) =>
  Promise.all(Array.from({ length: count }, (_, each) => statusOf(make(each))));

describe('the identity provider is asked for its keys', () => {
  beforeAll(start);
  afterAll(close);

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

describe('while the identity provider is down', () => {
  beforeAll(start);
  afterAll(close);

  test('callers get 503 without a fetch for each, and are let in when it is back', async () => {
    provider.down = true;
    expect(await many(20, () => provider.token())).toEqual(Array(20).fill(503));
    for (let each = 0; each < 10; each += 1) expect(await statusOf(provider.token())).toBe(503);
    expect(provider.fetches).toBeLessThanOrEqual(2);
    provider.down = false;
    await shows(() => statusOf(provider.token()), 200);
  });

  test('known keys still work, and a new one gets 503', async () => {
    provider.down = true;
    expect(await statusOf(provider.token({ sub: 'github|2' }))).toBe(200);
    const reply = await api.me(provider.token({}, { kid: 'rotated' }));
    expect(reply.body).toMatchObject({ status: 503, code: 'unavailable' });
    expect(await statusOf(provider.token({ sub: 'github|3' }))).toBe(200);
  });
});

/** What the server uses, with a clock in the test's hands. */
function keysOf({ issuer }: TestProvider, warn = jest.fn()) {
  const identityProvider = { jwksUrl: `${issuer}.well-known/jwks.json` };
  return new Jwks({ identityProvider } as Config, { warn, info: warn, error: warn });
}

test('a key shorter than 2048 bits is not used', async () => {
  const weak = await startProvider();
  weak.rotate(1024);
  await expect(keysOf(weak).find({ alg: 'RS256', kid: weak.key.kid })).rejects.toMatchObject({
    status: 401,
    cause: expect.stringMatching(/short/),
  });
  await weak.close();
});

test('known keys still work when they are old and the provider is down', async () => {
  const down = await startProvider();
  const warn = jest.fn();
  const keys = keysOf(down, warn);
  const find = () => keys.find({ alg: 'RS256', kid: down.key.kid });
  const key = await find();
  down.down = true;
  const realNow = Date.now;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => realNow() + 24 * 3_600_000);
  try {
    for (let each = 0; each < 20; each += 1) expect(await find()).toBe(key);
    await eventually(async () => expect(warn).toHaveBeenCalled());
    expect(await find()).toBe(key);
    expect(down.fetches).toBe(2);
  } finally {
    clock.mockRestore();
    await down.close();
  }
});
