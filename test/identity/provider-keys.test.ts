import { Jwks } from '../../apps/bff/src/account/jwks';
import type { Config } from '../../apps/bff/src/config/config';
import { eventually } from '../support/eventually';
import { me, startApi, type TestApi } from './api';
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

const statusOf = async (token: string) => (await me(api.url, token)).status;
const many = (count: number, make: (each: number) => string) =>
  Promise.all(Array.from({ length: count }, (_, each) => statusOf(make(each))));

test('a key shorter than 2048 bits is worth nothing', async () => {
  await start();
  try {
    provider.rotate(1024);
    expect(await statusOf(provider.token())).toBe(401);
  } finally {
    await close();
  }
});

// Each of these begins where the one before has left the server.
describe('the identity provider is asked for its keys', () => {
  beforeAll(start);
  afterAll(close);

  test('never for tokens that no key could make right', async () => {
    const { privateKey } = provider.key;
    const elsewhere = { ...provider.claims(), iss: 'https://elsewhere.example/' };
    await statusOf(rs256({ alg: 'HS256', kid: 'x' }, provider.claims(), privateKey));
    await statusOf(rs256({ alg: 'RS256' }, provider.claims(), privateKey));
    await statusOf(rs256({ alg: 'RS256', kid: 'x' }, elsewhere, privateKey));
    expect(provider.fetches).toBe(0);
  });

  test('once for twenty people who come first', async () => {
    expect(await many(20, (each) => provider.token({ sub: `github|${each}` }))).toEqual(Array(20).fill(200));
    expect(provider.fetches).toBe(1);
  });

  test('at once when it has rotated them, for all who come with the new one at the same time', async () => {
    provider.rotate();
    expect(await many(10, (each) => provider.token({ sub: `github|${each}` }))).toEqual(Array(10).fill(200));
    expect(provider.fetches).toBe(2);
  });

  test('no more than twice for 200 key ids that nobody has, and good tokens still pass', async () => {
    const before = provider.fetches;
    for (let batch = 0; batch < 10; batch += 1) {
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

  test('callers are told to try again, without a fetch for each, and let in when it is back', async () => {
    provider.down = true;
    expect(await many(20, () => provider.token())).toEqual(Array(20).fill(503));
    for (let each = 0; each < 10; each += 1) expect(await statusOf(provider.token())).toBe(503);
    expect(provider.fetches).toBeLessThanOrEqual(2);
    provider.down = false;
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    expect(await statusOf(provider.token())).toBe(200);
  });

  test('known keys go on working, and a new one is told to try again', async () => {
    provider.down = true;
    expect(await statusOf(provider.token({ sub: 'github|2' }))).toBe(200);
    const reply = await me(api.url, provider.token({}, { kid: 'rotated-meanwhile' }));
    expect(reply.body).toMatchObject({ status: 503, code: 'unavailable' });
    expect(await statusOf(provider.token({ sub: 'github|3' }))).toBe(200);
  });
});

test('the keys are fetched two seconds after a failure, even if tokens keep arriving', async () => {
  const provider = await startProvider();
  const log = { warn: jest.fn(), info: jest.fn(), error: jest.fn() };
  const identityProvider = { jwksUrl: `${provider.issuer}.well-known/jwks.json` };
  const jwks = new Jwks({ identityProvider } as Config, log);
  const find = () => jwks.find({ alg: 'RS256', kid: provider.key.kid });
  const started = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(started);
  try {
    provider.down = true;
    await expect(find()).rejects.toMatchObject({ status: 503, code: 'unavailable' });
    provider.down = false;
    clock.mockReturnValue(started + 1_500);
    await expect(find()).rejects.toMatchObject({ status: 503, code: 'unavailable' });
    clock.mockReturnValue(started + 2_500);
    expect(await find()).toContain('PUBLIC KEY');
  } finally {
    clock.mockRestore();
    await provider.close();
  }
});

test('known keys go on working past the time after which they are asked for anew', async () => {
  const down = await startProvider();
  const warn = jest.fn();
  const identityProvider = { jwksUrl: `${down.issuer}.well-known/jwks.json` };
  const keys = new Jwks({ identityProvider } as Config, { warn, info: warn, error: warn });
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
