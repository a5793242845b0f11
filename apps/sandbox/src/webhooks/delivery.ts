import { showOrder } from '../razorpay/orders';
import { showRefund } from '../razorpay/refunds';
import { sign } from '../razorpay/signature';
import type { Change, EventName } from '../razorpay/store';

export interface WebhookSettings {
  /** Null if no endpoint is set. */
  url: string | null;
  /**
   * `on` sends immediately and retries, `hold` keeps events until they are released, `off` only records them. After 24
   * hours of failures the provider sets `disabled`, which is like `off`.
   */
  mode: 'on' | 'hold' | 'off' | 'disabled';
  secret: string;
  /** The pause before the first retry. Every further pause is twice as long. */
  pauseMs: number;
  /** How long the endpoint may take. The provider's limit is 5 s. */
  timeoutMs: number;
  maxAttempts: number;
}

/** One attempt: the status of the endpoint, or null and an error if there was no response. */
export interface Delivery {
  at: string;
  status: number | null;
  error: string | null;
  durationMs: number;
  /** The beginning of the endpoint's answer. */
  answer: string;
}

/** Sends an event once. Failures are part of the result, it never rejects. */
export async function deliver(event: { id: string; body: string }, settings: WebhookSettings): Promise<Delivery> {
  const started = Date.now();
  const outcome = await post(event, settings).then(
    (response) => ({ ...response, error: null }),
    (error: Error) => ({ status: null, answer: '', error: describe(error) }),
  );
  return { at: new Date(started).toISOString(), ...outcome, durationMs: Date.now() - started };
}

export function succeeded({ status }: Delivery): boolean {
  return status !== null && status >= 200 && status < 300;
}

async function post({ id, body }: { id: string; body: string }, settings: WebhookSettings) {
  if (settings.url === null) throw new Error('no webhook URL is set');
  const response = await fetch(settings.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Razorpay-Webhook/v1 (sandbox)',
      'x-razorpay-event-id': id,
      'x-razorpay-signature': sign(body, settings.secret),
    },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(settings.timeoutMs),
  });
  return { status: response.status, answer: (await response.text()).slice(0, 2_000) };
}

/** fetch puts the reason of a network failure into `cause`. */
function describe(error: Error): string {
  const { cause } = error;
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : error.message;
}

const REFUND = ['refund', 'payment'] as const;
const DISPUTE = ['payment', 'dispute'] as const;

const ENTITIES: Record<EventName, readonly ('payment' | 'order' | 'refund' | 'dispute')[]> = {
  'payment.authorized': ['payment'],
  'payment.captured': ['payment'],
  'payment.failed': ['payment'],
  'order.paid': ['payment', 'order'],
  'refund.created': REFUND,
  'refund.processed': REFUND,
  'refund.failed': REFUND,
  'refund.speed_changed': REFUND,
  'payment.dispute.created': DISPUTE,
  'payment.dispute.under_review': DISPUTE,
  'payment.dispute.action_required': DISPUTE,
  'payment.dispute.won': DISPUTE,
  'payment.dispute.lost': DISPUTE,
  'payment.dispute.closed': DISPUTE,
};

/** The event body. It is created once, so that every delivery has the same bytes. */
export function eventBody(event: EventName, { order, payment, refund, dispute }: Change, created_at: number): string {
  const entities = { payment, order: order && showOrder(order), refund: refund && showRefund(refund), dispute };
  const contains = ENTITIES[event];
  const payload = Object.fromEntries(contains.map((name) => [name, { entity: entities[name] }]));
  const account_id = 'acc_NovaCoreSandbx';
  return JSON.stringify({ entity: 'event', account_id, event, contains, payload, created_at });
}
