import type { FastifyInstance } from 'fastify';
import type { Exchanges } from '../exchanges';
import type { Faults } from '../faults/faults';
import type { IdentityProvider } from '../idp/identity-provider';
import { localOnly } from '../local-only';
import type { Mailbox } from '../mail/mailbox';
import { showOrder } from '../razorpay/orders';
import { refundExpired, showRefund } from '../razorpay/refunds';
import { settleDue, showSettlements } from '../razorpay/settlements';
import type { Store } from '../razorpay/store';
import type { Webhooks } from '../webhooks/webhooks';
import { faultControls } from './faults';
import { idpControls } from './idp';
import { mailboxControls } from './mailbox';
import { paymentControls } from './payments';
import { settlementControls } from './settlements';
import { webhookControls } from './webhooks';

/** `counts` has the requests per operation since the start or the last reset. */
export interface ControlledParts {
  store: Store;
  keySecret: string;
  webhooks: Webhooks;
  faults: Faults;
  counts: Map<string, number>;
  provider: IdentityProvider;
  mailbox: Mailbox;
  exchanges: Exchanges;
}

const CLOCK = {
  schema: {
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['hours'],
      properties: { hours: { type: 'number', minimum: 0, maximum: 10_000 } },
    },
  },
};

/** The control API for tests and partners. */
export function controlRoutes(parts: ControlledParts) {
  const { store, keySecret, webhooks, faults, counts, provider, mailbox, exchanges } = parts;
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', localOnly);
    paymentControls(app, store, keySecret);
    settlementControls(app, store);
    webhookControls(app, webhooks);
    faultControls(app, faults);
    idpControls(app, provider, faults);
    mailboxControls(app, mailbox);
    app.get('/state', async () => ({
      orders: [...store.orders.values()].map(showOrder),
      payments: [...store.payments.values()],
      refunds: [...store.refunds.values()].map((refund) => ({
        ...showRefund(refund),
        idempotencyKey: refund.idempotency?.key ?? null,
      })),
      disputes: [...store.disputes.values()],
      settlements: showSettlements(store),
      idp: { jwksRequests: counts.get('idpJwks') ?? 0 },
      requests: Object.fromEntries(counts),
    }));
    app.post<{ Body: { hours: number } }>('/clock', CLOCK, async ({ body }) => {
      const refunds = await advanceClock(store, webhooks, body.hours);
      return { now: new Date(store.clock.now()).toISOString(), refunds };
    });
    app.post('/reset', async (_request, reply) => {
      faults.clear();
      webhooks.reset();
      store.clear();
      mailbox.clear();
      exchanges.clear();
      counts.clear();
      provider.tokenFault = null;
      return reply.code(204).send();
    });
  };
}

/** Moves the clock. Settles what is due, refunds what was not captured in time, and sends the events that are due. */
export async function advanceClock(store: Store, webhooks: Webhooks, hours: number) {
  store.clock.advance(hours * 3_600_000);
  settleDue(store);
  const refunds = refundExpired(store).map(showRefund);
  await webhooks.catchUp();
  return refunds;
}
