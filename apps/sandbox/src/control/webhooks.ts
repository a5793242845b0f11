import type { FastifyInstance } from 'fastify';
import { sign } from '../razorpay/signature';
import { EVENT_NAMES, type EventName } from '../razorpay/store';
import type { Delivery, WebhookSettings } from '../webhooks/delivery';
import { isOutstanding, type WebhookEvent, type Webhooks } from '../webhooks/webhooks';

const milliseconds = { type: 'integer', minimum: 0, maximum: 3_600_000 };
const strings = { type: 'array', items: { type: 'string' } };
const object = (properties: object) => ({
  schema: { body: { type: ['object', 'null'], additionalProperties: false, properties } },
});

const SETTINGS = object({
  url: { type: ['string', 'null'], format: 'uri' },
  mode: { enum: ['on', 'hold', 'off'] },
  secret: { type: 'string', minLength: 1 },
  pauseMs: milliseconds,
  timeoutMs: { ...milliseconds, minimum: 1 },
  maxAttempts: { type: 'integer', minimum: 1 },
});

const RELEASE = object({
  ids: strings,
  events: { type: 'array', items: { enum: EVENT_NAMES } },
  orderId: { type: 'string' },
  times: { type: 'integer', minimum: 1, maximum: 1000 },
  parallel: { type: 'boolean' },
});

export function webhookControls(app: FastifyInstance, webhooks: Webhooks) {
  const show = (event: WebhookEvent) => ({ ...event, signature: sign(event.body, webhooks.settings.secret) });
  app.get('/webhooks', async () => webhooks.settings);
  app.put<{ Body: Partial<WebhookSettings> | null }>('/webhooks', SETTINGS, async ({ body }) => {
    webhooks.change(body ?? {});
    return webhooks.settings;
  });
  app.get('/webhooks/events', async () => [...webhooks.events.values()].map(show));
  app.post<{ Body: Release | null | undefined }>('/webhooks/release', RELEASE, async ({ body }) =>
    release(webhooks, body ?? {}),
  );
  app.post('/webhooks/flush', async () => {
    await webhooks.flush();
    return { outstanding: [...webhooks.events.values()].filter(isOutstanding).length };
  });
}

/** Selects events to send, their order, how often each is sent, and whether all are sent in parallel. */
interface Release {
  ids?: string[];
  events?: EventName[];
  orderId?: string;
  times?: number;
  parallel?: boolean;
}

interface Released {
  id: string;
  event: EventName;
  deliveries: Delivery[];
}

/**
 * Sends the selected events: `ids` in the given order and in any state, or undelivered events in the order of `events`
 * (names), by default oldest first. Resolves after the last attempt, with one result per event.
 */
async function release(
  webhooks: Webhooks,
  { times = 1, parallel = false, ...selection }: Release,
): Promise<Released[]> {
  const selected = select([...webhooks.events.values()], selection);
  const sends = selected.flatMap((event) => Array.from({ length: times }, () => event));
  const attempts: Array<[WebhookEvent, Delivery]> = [];
  const send = async (event: WebhookEvent) => void attempts.push([event, await webhooks.send(event)]);
  if (parallel) await Promise.all(sends.map(send));
  else for (const event of sends) await send(event);
  return selected.map(({ id, event }) => ({
    id,
    event,
    deliveries: attempts.filter(([sent]) => sent.id === id).map(([, delivery]) => delivery),
  }));
}

function select(all: WebhookEvent[], { ids, events, orderId }: Release): WebhookEvent[] {
  if (ids) return ids.flatMap((id) => all.find((event) => event.id === id) ?? []);
  const undelivered = all
    .filter(({ state }) => state !== 'delivered')
    .filter((event) => !orderId || event.orderId === orderId);
  return events ? events.flatMap((name) => undelivered.filter(({ event }) => event === name)) : undelivered;
}
