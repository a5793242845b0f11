import Fastify from 'fastify';
import type { Announce } from './book/book';
import { openBook } from './book/open-book';
import { checkoutAssets } from './checkout/assets';
import { checkoutRoutes } from './checkout/routes';
import { controlRoutes } from './control/routes';
import { type Credentials, SANDBOX_CREDENTIALS } from './credentials';
import { Faults } from './faults/faults';
import { meetFaults } from './faults/hooks';
import { IdentityProvider } from './idp/identity-provider';
import { idpRoutes } from './idp/routes';
import { indexPage } from './pages/index-page';
import { pageAssets } from './pages/page';
import { razorpayApi } from './razorpay/api';
import { replyNotFound, replyWithError } from './razorpay/error-reply';
import { Webhooks } from './webhooks/webhooks';

export interface SandboxOptions {
  /** 0, the default, takes any free port. */
  port?: number;
  host?: string;
  /** Where orders and keys are kept; without it nothing outlives the sandbox. */
  dataDir?: string;
  credentials?: Credentials;
  /** Where events go; without it webhooks are off. */
  webhookUrl?: string;
}

export interface Sandbox {
  /** Its origin, without a slash at the end. */
  url: string;
  close(): Promise<void>;
}

/** Starts the stand-ins on one origin. Rejects when the port is taken or the kept state cannot be read. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { credentials = SANDBOX_CREDENTIALS, dataDir = null } = options;
  const { keyId, keySecret, webhookSecret } = credentials;
  let url = '';
  const webhooks = new Webhooks(webhookSettings(webhookSecret, options.webhookUrl));
  const announce: Announce = (event, step) => webhooks.announce(event, step);
  const { book, close } = openBook(dataDir, announce);
  const provider = new IdentityProvider(dataDir, () => `${url}/idp/`);
  const faults = new Faults();
  const counts = new Map<string, number>();
  const app = makeServer();
  meetFaults(app, faults, counts);
  app.register(razorpayApi(book, credentials), { prefix: '/v1' });
  app.register(checkoutRoutes(book, credentials), { prefix: '/v1' });
  app.register(checkoutAssets, { prefix: '/v1' });
  app.register(idpRoutes(provider), { prefix: '/idp' });
  app.register(controlRoutes({ book, keySecret, webhooks, faults, counts, provider }), { prefix: '/control' });
  app.register(indexPage({ book, keyId, origin: () => url, webhookUrl: () => webhooks.settings.url }));
  app.register(pageAssets);
  // What hangs goes on while the book is still open.
  app.addHook('preClose', async () => {
    faults.clear();
    webhooks.reset();
  });
  app.addHook('onClose', async () => close());
  const { port = 0, host = '127.0.0.1' } = options;
  const address = await app.listen({ port, host }).catch((error) => app.close().then(() => Promise.reject(error)));
  url = `http://localhost:${new URL(address).port}`;
  return { url, close: () => app.close() };
}

function makeServer() {
  const ajv = { customOptions: { removeAdditional: false as const } };
  const app = Fastify({ bodyLimit: 256 * 1024, forceCloseConnections: true, ajv });
  app.setErrorHandler(replyWithError);
  app.setNotFoundHandler(replyNotFound);
  return app;
}

function webhookSettings(secret: string, url: string | undefined) {
  const mode = url ? ('on' as const) : ('off' as const);
  return { url: url ?? null, mode, secret, pauseMs: 1_000, timeoutMs: 5_000, maxAttempts: 12 };
}
