import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Credentials } from '../credentials';
import { findDispute } from './disputes';
import { unauthenticated, unknownId } from './errors';
import { fieldsOf, readAmount, readCount, readPeriod } from './input';
import { createOrder, findOrder, showOrder } from './orders';
import { capturePayment, findPayment, showPayment } from './payments';
import { findRefund, refundPayment, showRefund } from './refunds';
import { reconRows, showSettlements } from './settlements';
import type { Store } from './store';

type ById = { Params: { id: string } };
type Listing = { Querystring: Record<string, unknown> };

/** `operation` names the route for scripted faults. */
const operation = (name: string) => ({ config: { operation: name } });

/** The payment provider's REST API under `/v1`. */
export function razorpayApi(store: Store, credentials: Credentials) {
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', requireKeys(credentials));
    orderRoutes(app, store);
    paymentRoutes(app, store);
    refundRoutes(app, store);
    settlementRoutes(app, store);
  };
}

/** Requires `Authorization: Basic base64(keyId:keySecret)`. */
function requireKeys({ keyId, keySecret }: Credentials) {
  const expected = Buffer.from(`Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`);
  return async ({ headers }: FastifyRequest) => {
    const actual = Buffer.from(headers.authorization ?? '');
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) throw unauthenticated();
  };
}

function orderRoutes(app: FastifyInstance, store: Store) {
  app.post('/orders', operation('createOrder'), async ({ body }) => showOrder(createOrder(store, fieldsOf(body))));
  app.get<Listing>('/orders', operation('listOrders'), async ({ query }) => {
    const { receipt } = query;
    const all = typeof receipt === 'string' ? store.ordersWithReceipt(receipt) : [...store.orders.values()];
    return listing(all, query, showOrder);
  });
  app.get<ById>('/orders/:id', operation('fetchOrder'), async ({ params }) => showOrder(findOrder(store, params.id)));
  app.get<ById & Listing>('/orders/:id/payments', operation('fetchOrderPayments'), async ({ params, query }) =>
    collection(store.paymentsOf(findOrder(store, params.id).id).map((payment) => showPayment(payment, query))),
  );
}

function paymentRoutes(app: FastifyInstance, store: Store) {
  app.get<Listing>('/payments', operation('listPayments'), async ({ query }) =>
    listing([...store.payments.values()], query, (payment) => showPayment(payment, query)),
  );
  app.get<ById & Listing>('/payments/:id', operation('fetchPayment'), async ({ params, query }) =>
    showPayment(findPayment(store, params.id), query),
  );
  app.post<ById>('/payments/:id/capture', operation('capturePayment'), async ({ params, body }) => {
    const { amount, currency } = fieldsOf(body);
    const payment = findPayment(store, params.id);
    const captured = currency === undefined ? payment.currency : String(currency);
    return showPayment(capturePayment(store, payment.id, readAmount(amount), captured));
  });
  app.post<ById>('/payments/:id/refund', operation('refundPayment'), async ({ params, body, headers }) => {
    const key = headers['x-refund-idempotency'];
    return showRefund(refundPayment(store, params.id, fieldsOf(body), Array.isArray(key) ? key[0] : key));
  });
  app.get<ById & Listing>('/payments/:id/refunds', operation('fetchPaymentRefunds'), async ({ params, query }) =>
    collection(pageOf(store.refundsOf(findPayment(store, params.id).id), query).map(showRefund)),
  );
}

function refundRoutes(app: FastifyInstance, store: Store) {
  app.get<Listing>('/refunds', operation('listRefunds'), async ({ query }) =>
    listing([...store.refunds.values()], query, showRefund),
  );
  app.get<ById>('/refunds/:id', operation('fetchRefund'), async ({ params }) =>
    showRefund(findRefund(store, params.id)),
  );
  app.get<Listing>('/disputes', operation('listDisputes'), async ({ query }) =>
    listing([...store.disputes.values()], query, (dispute) => dispute),
  );
  app.get<ById>('/disputes/:id', operation('fetchDispute'), async ({ params }) => findDispute(store, params.id));
}

function settlementRoutes(app: FastifyInstance, store: Store) {
  app.get<Listing>('/settlements', operation('listSettlements'), async ({ query }) =>
    listing(showSettlements(store), query, (settlement) => settlement),
  );
  app.get<ById>('/settlements/:id', operation('fetchSettlement'), async ({ params }) => {
    const settlement = showSettlements(store).find(({ id }) => id === params.id);
    if (!settlement) throw unknownId();
    return settlement;
  });
  app.get<Listing>('/settlements/recon/combined', operation('settlementRecon'), async ({ query }) =>
    collection(pageOf(reconRows(store, readPeriod(query)), query, 1_000)),
  );
}

/** The provider's list format. */
function collection<T>(items: T[]) {
  return { entity: 'collection', count: items.length, items };
}

/** `skip` and `count` (10). */
function pageOf<T>(items: T[], query: Listing['Querystring'], maxCount = 100): T[] {
  const count = readCount(query.count, 'count', 10, 1, maxCount);
  const skip = readCount(query.skip, 'skip', 0, 0, Number.MAX_SAFE_INTEGER);
  return items.slice(skip, skip + count);
}

/** Newest first. Filters: `from` and `to` (seconds). */
function listing<T extends { created_at: number }>(
  all: T[],
  query: Listing['Querystring'],
  show: (entity: T) => unknown,
) {
  const from = readCount(query.from, 'from', 0, 0, Number.MAX_SAFE_INTEGER);
  const to = readCount(query.to, 'to', Number.MAX_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER);
  const inRange = ({ created_at }: T) => created_at >= from && created_at <= to;
  return collection(pageOf(all.filter(inRange).reverse(), query).map(show));
}
