import { SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';
import { createSandbox, type Sandbox } from '../../apps/sandbox/src/sandbox';

export type Json = Record<string, unknown>;

export interface Paid {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
  payment: Json;
}

export const basicAuth = (keyId: string, secret: string) =>
  `Basic ${Buffer.from(`${keyId}:${secret}`).toString('base64')}`;

/** A partner's program that calls the sandbox by plain HTTP. @param sandbox its URL is read at every call. */
export function partnerOf(sandbox: { url: string }) {
  const { keyId, keySecret } = SANDBOX_CREDENTIALS;
  const authorization = basicAuth(keyId, keySecret);
  const send = (method: string, path: string, body: unknown, headers: object) =>
    fetch(sandbox.url + path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  const partner = {
    /** Calls the provider's API with the account's keys. */
    async api(method: string, path: string, body?: unknown, headers: object = {}) {
      const response = await send(method, path, body, { authorization, ...headers });
      return { status: response.status, body: (await response.json()) as Json };
    },
    /** Calls without keys, as checkout and the controls take them. Throws unless the answer is 2xx. */
    async call<T = Json>(method: string, path: string, body?: unknown) {
      const response = await send(method, path, body, {});
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return (text ? JSON.parse(text) : undefined) as T;
    },
    async createOrder(fields: Json = {}): Promise<string> {
      const { body } = await partner.api('POST', '/v1/orders', { amount: 15000, currency: 'INR', ...fields });
      return String(body.id);
    },
    /** Pays an order as a payer would in checkout. */
    pay: (orderId: string, how: Json = {}) => partner.call<Paid>('POST', `/control/orders/${orderId}/pay`, how),
  };
  return partner;
}
export type Partner = ReturnType<typeof partnerOf>;

/** A sandbox for the tests of this file, and a partner of it. */
export function useSandbox() {
  const sandbox = { url: '' };
  let started: Sandbox;
  beforeAll(async () => {
    started = await createSandbox();
    sandbox.url = started.url;
  });
  afterAll(() => started.close());
  return { sandbox, partner: partnerOf(sandbox) };
}
