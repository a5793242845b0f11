import Fastify from 'fastify';
import { apiProxy } from './api/api-proxy';
import { checkoutAssets, checkoutRoutes } from './checkout/routes';
import { Clock } from './clock';
import { controlRoutes } from './control/routes';
import { type Credentials, SANDBOX_CREDENTIALS } from './credentials';
import { Exchanges } from './exchanges';
import { Faults } from './faults/faults';
import { installFaults } from './faults/hooks';
import { IdentityProvider } from './idp/identity-provider';
import { idpRoutes } from './idp/routes';
import { MailServer } from './mail/mail-server';
import { Mailbox } from './mail/mailbox';
import { mailboxPages } from './mail/mailbox-page';
import { indexPage } from './pages/index-page';
import { pageAssets } from './pages/page';
import { toolPages } from './pages/tool-pages';
import { razorpayApi } from './razorpay/api';
import { replyNotFound, replyWithError } from './razorpay/errors';
import { openStore } from './razorpay/store';
import { Webhooks } from './webhooks/webhooks';

export interface SandboxOptions {
  /** 0, the default, selects any free port. */
  port?: number;
  host?: string;
  /** Port of the mail server. 0, the default, selects any free port. */
  smtpPort?: number;
  /** Folder for orders and keys. Without it they are lost when the sandbox stops. */
  dataDir?: string;
  credentials?: Credentials;
  /** Without it webhooks are off. */
  webhookUrl?: string;
  /** The product's API, such as http://localhost:3000/api. With it the sandbox serves the API too, under /api. */
  apiUrl?: string;
}

export interface Sandbox {
  /** The origin, without a trailing slash. */
  url: string;
  smtpPort: number;
  close(): Promise<void>;
}

/** Starts payment and identity provider on one origin, and the mail server. Rejects if the port is taken or stored data is unreadable. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { credentials = SANDBOX_CREDENTIALS, dataDir = null, apiUrl } = options;
  const { keyId, keySecret, webhookSecret } = credentials;
  let url = '';
  const clock = new Clock();
  const webhooks = new Webhooks(webhookSettings(webhookSecret, options.webhookUrl), clock);
  const { store, close } = openStore(dataDir, (event, change) => webhooks.publish(event, change), clock);
  const provider = new IdentityProvider(dataDir, () => `${url}/idp/`);
  const faults = new Faults();
  const counts = new Map<string, number>();
  const mailbox = new Mailbox();
  const mailServer = new MailServer(mailbox, faults, counts);
  const exchanges = new Exchanges();
  const app = makeServer();
  installFaults(app, faults, counts, apiUrl);
  exchanges.install(app);
  if (apiUrl) app.register(apiProxy(apiUrl), { prefix: '/api' });
  app.register(razorpayApi(store, credentials), { prefix: '/v1' });
  app.register(checkoutRoutes(store, credentials), { prefix: '/v1' });
  app.register(checkoutAssets, { prefix: '/v1' });
  app.register(idpRoutes(provider), { prefix: '/idp' });
  app.register(controlRoutes({ store, keySecret, webhooks, faults, counts, provider, mailbox, exchanges }), {
    prefix: '/control',
  });
  app.register(indexPage({ store, keyId, origin: () => url, webhookUrl: () => webhooks.settings.url, apiUrl }));
  app.register(toolPages({ credentials, exchanges, faults, store, webhooks }));
  app.register(mailboxPages(mailbox));
  app.register(pageAssets);
  // Hanging requests finish here, while the store is still open.
  app.addHook('preClose', async () => {
    faults.clear();
    webhooks.reset();
  });
  app.addHook('onClose', async () => {
    await mailServer.close();
    close();
  });
  const { port = 0, host = '127.0.0.1' } = options;
  const giveUp = (error: Error) => app.close().then(() => Promise.reject(error));
  const smtpPort = await mailServer.listen(options.smtpPort ?? 0, host).catch(giveUp);
  const address = await app.listen({ port, host }).catch(giveUp);
  url = `http://localhost:${new URL(address).port}`;
  return { url, smtpPort, close: () => app.close() };
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
