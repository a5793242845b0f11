import { SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';

export type Json = Record<string, unknown>;

/** A partner's program that talks to the sandbox by plain HTTP. */
export interface Partner {
  /** Calls the provider's API with the account's keys. */
  api(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: Json }>;
  /** Calls without keys: the checkout form's addresses and the controls. Throws unless the answer is 2xx. */
  call<T = Json>(method: string, path: string, body?: unknown): Promise<T>;
  createOrder(fields?: Json): Promise<string>;
}

export function partnerOf({ url }: { url: string }): Partner {
  const { keyId, keySecret } = SANDBOX_CREDENTIALS;
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  const send = (method: string, path: string, body: unknown, headers: Record<string, string>) =>
    fetch(url + path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  const api: Partner['api'] = async (method, path, body, headers) => {
    const response = await send(method, path, body, { authorization, ...headers });
    return { status: response.status, body: (await response.json()) as Json };
  };
  return {
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
  };
}
