import { type Figure, mediansInTurn } from './figures';
import type { Options } from './main';
import type { Stage } from './stage';

const pairs = 200;
/** Fewer than the failures after which an account refuses guesses. */
const guessesPerAccount = 40;

/** How long a wrong password takes for an account, next to an address without one. They should differ by less than 5 %. */
export async function measureTiming(stage: Stage, { quick }: Options): Promise<Figure[]> {
  const settings = { THROTTLE: 'on', TRUST_PROXY: '127.0.0.1,::1' };
  const product = await stage.startProduct(await stage.createDatabase('timing'), settings);
  let calls = 0;
  const post = async (path: string, email: string, password: string) => {
    calls += 1;
    const address = `198.18.${Math.floor(calls / 250)}.${1 + (calls % 250)}`;
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
    const body = JSON.stringify({ email, password });
    const started = performance.now();
    const { status } = await fetch(`${product.url}/api/auth/${path}`, { method: 'POST', headers, body });
    return { status, ms: performance.now() - started };
  };
  const count = quick ? 20 : pairs;
  for (let account = 0; account * guessesPerAccount < count; account += 1)
    await post('signup', `known-${account}@lab.example`, 'nine tall mango trees');
  const guesses = { known: 0, other: 0 };
  const kinds: ('known' | 'other')[] = ['known', 'other'];
  const ms = await mediansInTurn(kinds, count, async (kind) => {
    const account = Math.floor(guesses[kind]++ / guessesPerAccount);
    const reply = await post('login', `${kind}-${account}@lab.example`, 'not the one');
    if (reply.status !== 401) throw new Error(`a guess was answered ${reply.status}`);
    return reply.ms;
  });
  await product.stop();
  const comparedWith = 'an address without an account';
  return [{ what: 'a wrong password', unit: 'ms', product: ms('known'), comparedWith, yardstick: ms('other') }];
}
