import type { FastifyInstance } from 'fastify';
import type { Book } from '../book/book';
import { createOrder, findOrder, showOrder } from '../book/orders';
import { capturePayment, findPayment } from '../book/payments';
import { refundPayment, showRefund } from '../book/refunds';
import type { Credentials } from '../credentials';
import { requireKeys } from './basic-auth';
import { collection, listOrders } from './collection';
import { fieldsOf, readAmount } from './input';

type ById = { Params: { id: string } };
type Listing = { Querystring: Record<string, unknown> };

/** A route's `operation` is its name for scripted faults. */
const operation = (name: string) => ({ config: { operation: name } });

/** The REST protocol of the payment provider, below `/v1`, for whoever holds the key and its secret. */
export function razorpayApi(book: Book, credentials: Credentials) {
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', requireKeys(credentials));
    orderRoutes(app, book);
    paymentRoutes(app, book);
  };
}

function orderRoutes(app: FastifyInstance, book: Book) {
  app.post('/orders', operation('createOrder'), async ({ body }) => showOrder(createOrder(book, fieldsOf(body))));
  app.get<Listing>('/orders', operation('listOrders'), async ({ query }) => listOrders(book, query));
  app.get<ById>('/orders/:id', operation('fetchOrder'), async ({ params }) => showOrder(findOrder(book, params.id)));
  app.get<ById>('/orders/:id/payments', operation('fetchOrderPayments'), async ({ params }) =>
    collection(book.paymentsOf(findOrder(book, params.id).id)),
  );
}

function paymentRoutes(app: FastifyInstance, book: Book) {
  app.get<ById>('/payments/:id', operation('fetchPayment'), async ({ params }) => findPayment(book, params.id));
  app.post<ById>('/payments/:id/capture', operation('capturePayment'), async ({ params, body }) => {
    const { amount, currency } = fieldsOf(body);
    const payment = findPayment(book, params.id);
    return capturePayment(
      book,
      payment.id,
      readAmount(amount),
      currency === undefined ? payment.currency : String(currency),
    );
  });
  app.post<ById>('/payments/:id/refund', operation('refundPayment'), async ({ params, body, headers }) => {
    const key = headers['x-refund-idempotency'];
    return showRefund(refundPayment(book, params.id, fieldsOf(body), Array.isArray(key) ? key[0] : key));
  });
  app.get<ById>('/payments/:id/refunds', operation('fetchPaymentRefunds'), async ({ params }) =>
    collection(book.refundsOf(findPayment(book, params.id).id).map(showRefund)),
  );
}
