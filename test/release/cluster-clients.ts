import { randomInt } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { newEmail, password } from '../support/api';
import { queryPostgres } from '../support/database';
import type { SandboxAccess } from '../support/server';

export interface Answer {
  /** 0: the connection broke. */
  status: number;
  body: string;
}

/** The replies that clients got during one phase. */
export interface Figures {
  phase: string;
  requests: number;
  failures: number;
}

interface Call {
  method: string;
  path: string;
  body?: object | undefined;
  token?: string | undefined;
  tls?: boolean;
}

/** Sends a request on its own connection and from its own address. */
export function send(port: number, { method, path, body, token, tls = true }: Call): Promise<Answer> {
  const text = body && JSON.stringify(body);
  const headers = {
    ...{ host: 'novacore.example', connection: 'close' },
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const localAddress = `127.0.${randomInt(10, 250)}.${randomInt(1, 250)}`;
  const options = { port, host: '127.0.0.1', localAddress, method, path, headers, agent: false };
  return new Promise((resolve) => {
    const broken = () => resolve({ status: 0, body: '' });
    const read = (response: IncomingMessage) => {
      let answer = '';
      response.setEncoding('utf8').on('data', (chunk) => (answer += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: answer })).on('error', broken);
    };
    const call = tls ? httpsRequest({ ...options, rejectUnauthorized: false }, read) : httpRequest(options, read);
    call.on('error', broken).end(text);
  });
}

/** HTTPS requests to the proxy. */
export function createClients(port: number) {
  const phases: Figures[] = [];
  let current: Figures;
  const enter = (phase: string) => {
    current = { phase, requests: 0, failures: 0 };
    phases.push(current);
  };
  enter('start');

  async function request(method: string, path: string, body?: object, token?: string) {
    const answer = await send(port, { method, path, body, token });
    current.requests += 1;
    if (answer.status === 0 || answer.status === 429 || answer.status >= 500) current.failures += 1;
    return answer;
  }

  /** Repeats a request each second, as a patient page does, until it succeeds or is refused for good. */
  async function insist(method: string, path: string, body?: object, token?: string) {
    for (;;) {
      const answer = await request(method, path, body, token);
      if (answer.status >= 200 && answer.status < 500 && answer.status !== 429) return answer;
      await sleep(1_000, undefined, { ref: false });
    }
  }
  return { phases, enter, request, insist };
}
export type Clients = ReturnType<typeof createClients>;

const parsed = <T>({ body }: Answer) => JSON.parse(body) as T;

export async function newToken({ insist }: Clients): Promise<string> {
  const credentials = { email: newEmail(), password };
  await insist('POST', '/api/auth/signup', credentials);
  return parsed<{ token: string }>(await insist('POST', '/api/auth/login', credentials)).token;
}

/** Pays at the provider, as soon as it runs. */
async function payAtProvider({ control }: SandboxAccess, orderId: string) {
  for (;;) {
    const paying = control<Record<string, string>>('POST', `/orders/${orderId}/pay`, { method: 'upi' });
    const paid = await paying.catch(() => undefined);
    if (paid) return paid;
    await sleep(500, undefined, { ref: false });
  }
}

/** People who pay one order after another until `stop`. One in five closes the browser right after paying. */
export function startPayers(clients: Clients, sandbox: SandboxAccess, tokens: string[], count: number) {
  let stopped = false;
  let waiting: (() => void)[] = [];
  const paid: string[] = [];

  async function payOnce() {
    const token = tokens[randomInt(tokens.length)];
    const { id } = parsed<{ id: string }>(await clients.insist('POST', '/api/user/order', { amount: 150 }));
    await clients.insist('POST', `/api/user/order/${id}/claim`, undefined, token);
    const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = await payAtProvider(sandbox, id);
    paid.push(id);
    if (randomInt(5) === 0) return;
    const body = { razorpay_order_id, razorpay_payment_id, razorpay_signature };
    await clients.insist('POST', '/api/user/verify', body, token);
  }
  async function payer() {
    while (!stopped) {
      await payOnce();
      for (const notify of waiting) notify();
      await sleep(randomInt(500), undefined, { ref: false });
    }
  }
  const payers = Array.from({ length: count }, payer);
  return {
    paid,
    /** Resolves when so many more payments are complete. */
    async more(payments: number) {
      const target = paid.length + payments;
      while (paid.length < target) await new Promise<void>((resolve) => void waiting.push(resolve));
      waiting = [];
    },
    async stop() {
      stopped = true;
      await Promise.all(payers);
    },
  };
}

interface ProviderState {
  orders: { id: string; receipt: string }[];
  payments: { order_id: string; status: string; amount_refunded: number }[];
}

/** Compares the provider's payments with the database. */
export async function audit(sandbox: SandboxAccess, databaseUrl: string) {
  const { orders, payments } = await sandbox.control<ProviderState>('GET', '/state');
  const sql = "SELECT provider_order_id AS id FROM orders WHERE status = 'PAID'";
  const paid = new Set((await queryPostgres<{ id: string }>(databaseUrl, sql)).map(({ id }) => id));
  const captured = payments
    .filter(({ status, amount_refunded }) => status === 'captured' && !amount_refunded)
    .map((payment) => payment.order_id);
  const receipts = new Map(orders.map(({ id, receipt }) => [id, receipt]));
  return {
    payments: captured.length,
    lost: captured.filter((id) => !paid.has(id)),
    doubled: captured.length - new Set(captured.map((id) => receipts.get(id))).size,
  };
}
