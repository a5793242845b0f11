import type { FastifyInstance } from 'fastify';
import { sign } from '../razorpay/signature';
import type { WebhookSettings } from '../webhooks/delivery';
import { type Release, release } from '../webhooks/release';
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
  events: strings,
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
