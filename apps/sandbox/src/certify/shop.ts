import { setTimeout as sleep } from 'node:timers/promises';
import { sign } from '../razorpay/signature';

export interface Answer {
  /** 0: no answer in time, or the connection broke. */
  status: number;
  body: Record<string, unknown>;
}
export interface Identifiers {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}
export interface ProviderState {
  orders: { id: string; receipt: string | null; amount: number; status: string }[];
  payments: { id: string; order_id: string; status: string; amount: number }[];
  refunds: { payment_id: string; amount: number; status: string; idempotencyKey: string | null }[];
}
interface Event {
  id: string;
  event: string;
  body: string;
  signature: string;
}
interface Settings {
  endpoint: string;
  sandbox: string;
  token: string | undefined;
  timeoutMs: number;
}

const PAUSE_MS = 250;
export const isSuccess = ({ status }: Answer) => status >= 200 && status < 300;
/** The caller is to ask again: an error of the server. */
export const isOpen = ({ status }: Answer) => status >= 500;
export const isRefused = ({ status }: Answer) => status >= 400 && status < 500;

/** The endpoint under test as its customers and the provider use it, and the sandbox's controls. */
export class Shop {
  /** The exchange: one printable line for each call to the endpoint and each delivered event. */
  readonly exchange: string[] = [];

  constructor(readonly settings: Settings) {}

  private note(line: string) {
    this.exchange.push(printable(line));
  }

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const { endpoint, token, timeoutMs } = this.settings;
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(endpoint + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(text !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: text,
      signal: AbortSignal.timeout(timeoutMs),
    })
      .then(async (reply) => ({
        status: reply.status,
        retryAfter: reply.headers.get('retry-after'),
        text: await reply.text(),
      }))
      .catch((error: Error) => ({ status: 0, retryAfter: null, text: error.message }));
    this.note(
      `${[method, path, short(text)].filter(Boolean).join(' ')} → ${response.status || 'no answer'} ${short(response.text)}`,
    );
    if (response.status === 429 && response.retryAfter) {
      await sleep(Number(response.retryAfter) * 1_000);
      return this.call(method, path, body, headers);
    }
    return { status: response.status, body: parse(response.text) };
  }

  async control<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.settings.sandbox}/control${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${method} ${path}: ${text}`);
    return (text ? JSON.parse(text) : undefined) as T;
  }

  provider = () => this.control<ProviderState>('GET', '/state');

  /** Asks for an order, whatever the answer. */
  create = (amount = 150) => this.call('POST', '/user/order', { amount });

  /** An order of this customer. */
  async order(): Promise<string> {
    const { status, body } = await this.create();
    if (typeof body.id !== 'string') throw new Error(`no order: ${status}`);
    if (this.settings.token) await this.call('POST', `/user/order/${body.id}/claim`);
    return body.id;
  }

  /** Pays as a customer does in checkout. */
  async pay(order: string, how: object = {}): Promise<Identifiers> {
    const paid = await this.control<Identifiers & { payment: object }>('POST', `/orders/${order}/pay`, how);
    this.note(`pays ${order} ${short(JSON.stringify(how))}: ${paid.razorpay_payment_id}`);
    const { payment: _, ...identifiers } = paid;
    return identifiers;
  }

  /** An order and its payment. */
  async paidOrder(how: object = {}) {
    const order = await this.order();
    return { order, paid: await this.pay(order, how) };
  }

  verify = (identifiers: Identifiers) => this.call('POST', '/user/verify', identifiers);

  async status(order: string): Promise<string> {
    const { body } = await this.call('GET', `/user/order/${order}`);
    return String(body.status);
  }

  /** Endpoints may work after they have answered. */
  async untilPaid(order: string): Promise<void> {
    for (let left = this.settings.timeoutMs; left > 0; left -= PAUSE_MS) {
      if ((await this.status(order)) === 'PAID') return;
      await this.pause();
    }
    throw new Error('the order does not become PAID');
  }

  pause = () => sleep(PAUSE_MS);

  async never(order: string, wrong: string): Promise<void> {
    await this.pause();
    if ((await this.status(order)) === wrong) throw new Error(`the order is ${wrong}`);
  }

  events = async (order: string) =>
    (await this.control<(Event & { orderId: string })[]>('GET', '/webhooks/events')).filter(
      ({ orderId }) => orderId === order,
    );

  async event(order: string, name: string): Promise<Event> {
    const found = (await this.events(order)).find(({ event }) => event === name);
    if (!found) throw new Error(`there is no event ${name}`);
    return found;
  }

  /** Delivers events of an order. @throws Error unless each is answered 2xx */
  async deliver(order: string, choice: { events?: string[]; times?: number; parallel?: boolean } = {}): Promise<void> {
    const sent = await this.control<{ event: string; deliveries: { status: number | null; error: string | null }[] }[]>(
      'POST',
      '/webhooks/release',
      { orderId: order, ...choice },
    );
    const answers = sent.flatMap(({ event, deliveries }) =>
      deliveries.map(({ status, error }) => ({ event, answer: status ?? error })),
    );
    for (const { event, answer } of answers) this.note(`webhook ${event} → ${answer}`);
    const failed = answers.find(({ answer }) => typeof answer !== 'number' || answer < 200 || answer >= 300);
    if (failed) throw new Error(`the webhook ${failed.event} is answered ${failed.answer}`);
    if (!answers.length) throw new Error('there is no event to deliver');
  }

  /** A webhook that the provider did not send so. */
  webhook = (body: string, signature: string | undefined, id = 'evt_certify') =>
    this.call('POST', '/webhooks/razorpay', body, {
      'x-razorpay-event-id': id,
      ...(signature !== undefined && { 'x-razorpay-signature': signature }),
    });

  async signed(body: string): Promise<string> {
    return sign(body, (await this.control<{ secret: string }>('GET', '/webhooks')).secret);
  }

  /** Scripts a fault of the provider. */
  async fault(match: object, action: object, times = 1): Promise<void> {
    await this.control('POST', '/faults', [{ match, times, do: action }]);
    this.note(`fault ${JSON.stringify(match)} ${JSON.stringify(action)}`);
  }

  calm = () => this.control('DELETE', '/faults');
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return value && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** A text of the endpoint reaches a terminal, which obeys control characters and reorders lines at direction marks. */
export const printable = (text: string) => text.replace(/[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');

function short(text = ''): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
