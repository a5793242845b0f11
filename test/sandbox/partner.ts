import { SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';
import { createSandbox, type Sandbox } from '../../apps/sandbox/src/sandbox';

export type Json = Record<string, unknown>;

/** A partner's program that calls the sandbox by plain HTTP. */
export interface Partner {
  /** Calls the provider's API with the account's keys. */
  api(method: string, path: string, body?: unknown, headers?: object): Promise<{ status: number; body: Json }>;
  /** Calls without keys, as checkout and the controls take them. Throws unless the answer is 2xx. */
  call<T = Json>(method: string, path: string, body?: unknown): Promise<T>;
  createOrder(fields?: Json): Promise<string>;
  /** Pays an order as a payer would in checkout. */
  pay(orderId: string, how?: Json): Promise<Paid>;
}

export interface Paid {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
  payment: Json;
}

export const basicAuth = (keyId: string, secret: string) =>
  `Basic ${Buffer.from(`${keyId}:${secret}`).toString('base64')}`;

/** @param sandbox its URL is read at every call. */
export function partnerOf(sandbox: { url: string }): Partner {
  const { keyId, keySecret } = SANDBOX_CREDENTIALS;
  const authorization = basicAuth(keyId, keySecret);
  const send = (method: string, path: string, body: unknown, headers: object) =>
    fetch(sandbox.url + path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  const api: Partner['api'] = async (method, path, body, headers) => {
    const response = await send(method, path, body, { authorization, ...headers });
    return { status: response.status, body: (await response.json()) as Json };
  };
  const partner: Partner = {
    api,
    async call<T>(method: string, path: string, body?: unknown) {
      const response = await send(method, path, body, {});
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return (text ? JSON.parse(text) : undefined) as T;
    },
    async createOrder(fields = {}) {
      const { body } = await api('POST', '/v1/orders', { amount: 15000, currency: 'INR', ...fields });
      if (typeof body.id !== 'string') throw new Error(`no order: ${JSON.stringify(body)}`);
      return body.id;
    },
    pay: (orderId, how = {}) => partner.call('POST', `/control/orders/${orderId}/pay`, how),
  };
  return partner;
}

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
