import type { FastifyInstance } from 'fastify';
import type { Credentials } from '../credentials';
import type { Exchanges } from '../exchanges';
import type { Faults } from '../faults/faults';
import { localOnly } from '../local-only';
import type { Store } from '../razorpay/store';
import type { Webhooks } from '../webhooks/webhooks';
import { eventPages } from './events-page';
import { faultPage } from './faults-page';
import { acceptForms } from './page';
import { requestPages } from './requests-page';
import { signaturePage } from './signature-page';

interface ShownParts {
  credentials: Credentials;
  exchanges: Exchanges;
  faults: Faults;
  store: Store;
  webhooks: Webhooks;
}

/** Only browsers on this machine may open these pages, which show bodies and secrets or change something. */
export function toolPages({ credentials, exchanges, faults, store, webhooks }: ShownParts) {
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', localOnly);
    acceptForms(app);
    app.register(requestPages(exchanges));
    app.register(eventPages(webhooks));
    app.register(signaturePage(credentials));
    app.register(faultPage(faults, store, webhooks));
  };
}
