import { scenarios } from './scenarios';
import { printable, Shop } from './shop';
import type { Scenario } from './steps';

export interface Result {
  scenario: Scenario;
  /** Null: passed. */
  failure: string | null;
  exchange: string[];
}
export interface CertifyOptions {
  /** The address that the four paths are under, without a slash at the end. */
  endpoint: string;
  /** The sandbox that the endpoint uses as its provider. */
  sandbox: string;
  /** Sent as a bearer token. Without it an account is made, where the endpoint has accounts. */
  token?: string;
  timeoutMs?: number;
  /** Ids of scenarios. By default all. */
  only?: string[];
  report?: (result: Result) => void;
}

/** Runs the scenarios, one after the other. The sandbox's webhook settings are restored. */
export async function certify({ endpoint, sandbox, token, timeoutMs = 15_000, only, report }: CertifyOptions) {
  const settings = { endpoint, sandbox, timeoutMs, token: token ?? (await logIn(endpoint)) };
  const provider = new Shop(settings);
  const { url, mode } = await provider.control<{ url: string | null; mode: string }>('GET', '/webhooks');
  await provider.control('PUT', '/webhooks', { url: `${endpoint}/webhooks/razorpay`, mode: 'hold' });
  const results: Result[] = [];
  for (const scenario of scenarios.filter(({ id }) => !only || only.includes(id))) {
    const shop = new Shop(settings);
    await provider.control('DELETE', '/faults');
    const failure = await scenario.run(shop).then(
      () => null,
      (error: Error) => printable(error.message),
    );
    const result = { scenario, failure, exchange: shop.exchange };
    results.push(result);
    report?.(result);
  }
  await provider.control('DELETE', '/faults');
  await provider.control('PUT', '/webhooks', { url, mode: mode === 'disabled' ? 'off' : mode });
  return results;
}

/** A token of a new account, or undefined where the endpoint has no accounts. */
async function logIn(endpoint: string): Promise<string | undefined> {
  const person = { email: `certify-${Date.now()}@lab.example`, password: `a walk of ${Date.now()} steps` };
  const post = (path: string) =>
    fetch(endpoint + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person),
    });
  if (!(await post('/auth/signup')).ok) return undefined;
  const { token } = (await (await post('/auth/login')).json()) as { token?: string };
  return token;
}
