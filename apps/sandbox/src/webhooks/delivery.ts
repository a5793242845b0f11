import { sign } from '../razorpay/signature';

export interface WebhookSettings {
  /** Where events go; null is nowhere. */
  url: string | null;
  /** `on` sends at once and repeats, `hold` keeps events until they are released, `off` only notes them. */
  mode: 'on' | 'hold' | 'off';
  secret: string;
  /** The pause before the first repetition; every further one is twice as long. */
  pauseMs: number;
  /** How long an endpoint may take. The provider's limit is 5 s. */
  timeoutMs: number;
  /** After so many attempts an event is given up. */
  maxAttempts: number;
}

/** One attempt: the endpoint's status, or null and the reason when no answer came. */
export interface Delivery {
  at: string;
  status: number | null;
  error: string | null;
  durationMs: number;
}

/** Sends an event once. Never rejects: what went wrong is in the result. */
export async function deliver(event: { id: string; body: string }, settings: WebhookSettings): Promise<Delivery> {
  const started = Date.now();
  const outcome = await post(event, settings).then(
    (status) => ({ status, error: null }),
    (error: Error) => ({ status: null, error: describe(error) }),
  );
  return { at: new Date(started).toISOString(), ...outcome, durationMs: Date.now() - started };
}

export function succeeded({ status }: Delivery): boolean {
  return status !== null && status >= 200 && status < 300;
}

async function post({ id, body }: { id: string; body: string }, settings: WebhookSettings): Promise<number> {
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
  await response.arrayBuffer();
  return response.status;
}

/** fetch hides the reason of a network failure in `cause`. */
function describe(error: Error): string {
  const { cause } = error;
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : error.message;
}
