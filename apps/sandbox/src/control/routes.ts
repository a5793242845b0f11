import type { FastifyInstance } from 'fastify';
import type { Book } from '../book/book';
import { showOrder } from '../book/orders';
import { showRefund } from '../book/refunds';
import type { Faults } from '../faults/faults';
import type { IdentityProvider } from '../idp/identity-provider';
import type { Webhooks } from '../webhooks/webhooks';
import { faultControls } from './faults';
import { idpControls } from './idp';
import { onlyFromHere } from './only-from-here';
import { paymentControls } from './payments';
import { webhookControls } from './webhooks';

/** What the controls reach. `counts` are the requests of each operation since the start or the last reset. */
export interface Controlled {
  book: Book;
  keySecret: string;
  webhooks: Webhooks;
  faults: Faults;
  counts: Map<string, number>;
  provider: IdentityProvider;
}

/** The strings that a test, or a curious partner, pulls. */
export function controlRoutes(controlled: Controlled) {
  const { book, keySecret, webhooks, faults, counts, provider } = controlled;
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', onlyFromHere);
    paymentControls(app, book, keySecret);
    webhookControls(app, webhooks);
    faultControls(app, faults);
    idpControls(app, provider, faults);
    app.get('/state', async () => ({
      orders: [...book.orders.values()].map(showOrder),
      payments: [...book.payments.values()],
      refunds: [...book.refunds.values()].map(showRefund),
      idp: { jwksRequests: counts.get('idpJwks') ?? 0 },
      requests: Object.fromEntries(counts),
    }));
    app.post('/reset', async (_request, reply) => {
      faults.clear();
      webhooks.reset();
      book.clear();
      counts.clear();
      provider.tokenFault = null;
      return reply.code(204).send();
    });
  };
}
