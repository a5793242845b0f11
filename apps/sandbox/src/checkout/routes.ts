import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Book } from '../book/book';
import { findOrder } from '../book/orders';
import type { Credentials } from '../credentials';
import { replyWithError } from '../razorpay/error-reply';
import { fieldsOf } from '../razorpay/input';
import { RazorpayError, unauthenticated } from '../razorpay/razorpay-error';
import { Payer } from './payer';

type ById = { Params: { id: string } };
type WithKey = ById & { Querystring: { key_id?: string } };

const operation = (name: string) => ({ config: { operation: name } });

/** What the checkout form calls. Like the provider's own form it knows only the public key id. */
export function checkoutRoutes(book: Book, { keyId, keySecret }: Credentials) {
  const payer = new Payer(book, keySecret);
  return async (app: FastifyInstance) => {
    app.setErrorHandler(correctOrFail);
    app.get<WithKey>('/checkout/orders/:id', operation('checkoutOrder'), async ({ params, query }) => {
      if (query.key_id !== keyId) throw unauthenticated();
      const { id, amount, currency, status } = findOrder(book, params.id);
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
      payer.answerOnBankPage(params.id, fieldsOf(body).success),
    );
    app.post<ById>('/checkout/payments/:id/cancel', operation('checkoutCancel'), async ({ params }) =>
      payer.cancel(params.id),
    );
  };
}

/** What the payer can correct is no failed request: a browser would put that on the merchant's console as an error. */
function correctOrFail(error: FastifyError | RazorpayError, request: FastifyRequest, reply: FastifyReply) {
  if (!(error instanceof RazorpayError) || error.status !== 400) return replyWithError(error, request, reply);
  return reply.send({ next: 'correct', error: error.body });
}
