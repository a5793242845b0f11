import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Credentials } from '../credentials';
import { publicFolder } from '../folders';
import { RazorpayError, replyWithError, unauthenticated } from '../razorpay/errors';
import { fieldsOf } from '../razorpay/input';
import { findOrder } from '../razorpay/orders';
import type { Store } from '../razorpay/store';
import { Payer } from './payer';

type ById = { Params: { id: string } };
type WithKey = ById & { Querystring: { key_id?: string } };

const operation = (name: string) => ({ config: { operation: name } });

/** The API of the checkout form. Like the provider's form, it knows only the public key id. */
export function checkoutRoutes(store: Store, { keyId, keySecret }: Credentials) {
  const payer = new Payer(store, keySecret);
  return async (app: FastifyInstance) => {
    app.setErrorHandler(replyWithCorrection);
    app.get<WithKey>('/checkout/orders/:id', operation('checkoutOrder'), async ({ params, query }) => {
      if (query.key_id !== keyId) throw unauthenticated();
      const { id, amount, currency, status } = findOrder(store, params.id);
      return { id, amount, currency, status };
    });
    app.post('/checkout/payments', operation('checkoutPay'), async ({ body }) => {
      const fields = fieldsOf(body);
      if (fields.key_id !== keyId) throw unauthenticated();
      return payer.begin(fields);
    });
    app.post<ById>('/checkout/payments/:id/otp', operation('checkoutOtp'), async ({ params, body }) =>
      payer.enterOtp(params.id, fieldsOf(body).otp),
    );
    app.post<ById>('/checkout/payments/:id/bank', operation('checkoutBank'), async ({ params, body }) =>
      payer.chooseBankResponse(params.id, fieldsOf(body).success),
    );
    app.post<ById>('/checkout/payments/:id/upi', operation('checkoutUpi'), async ({ params, body }) =>
      payer.answerUpi(params.id, fieldsOf(body).answer),
    );
    app.post<ById>('/checkout/payments/:id/cancel', operation('checkoutCancel'), async ({ params }) =>
      payer.cancel(params.id),
    );
  };
}

/** Input errors get status 200: with 400 the browser would log an error on the merchant's page. */
function replyWithCorrection(error: FastifyError | RazorpayError, request: FastifyRequest, reply: FastifyReply) {
  if (!(error instanceof RazorpayError) || error.status !== 400) return replyWithError(error, request, reply);
  return reply.send({ next: 'correct', error: error.body });
}

const FOLDER = join(publicFolder, 'checkout');
const TYPES = { js: 'text/javascript', css: 'text/css', html: 'text/html' } as const;

/** Path under `/v1`, file, operation name for scripted faults. */
const ASSETS = [
  ['/checkout.js', 'checkout.js', 'checkoutScript'],
  ['/checkout/form', 'form.html', 'checkoutForm'],
  ['/checkout/form.css', 'form.css', 'checkoutAsset'],
  ['/checkout/form.js', 'form.js', 'checkoutAsset'],
  ['/checkout/fields.js', 'fields.js', 'checkoutAsset'],
  ['/checkout/host-page.js', 'host-page.js', 'checkoutAsset'],
  ['/checkout/screens.js', 'screens.js', 'checkoutAsset'],
] as const;

/** Any page may embed the form in a frame. The files are small and never cached, so that they match the sandbox. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

export async function checkoutAssets(app: FastifyInstance) {
  for (const [path, file, name] of ASSETS) {
    const content = readFileSync(join(FOLDER, file));
    const type = `${TYPES[file.split('.').pop() as keyof typeof TYPES]}; charset=utf-8`;
    app.get(path, operation(name), async (_request, reply) => reply.headers(HEADERS).type(type).send(content));
  }
}
