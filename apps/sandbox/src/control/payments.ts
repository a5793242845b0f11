import type { FastifyInstance } from 'fastify';
import { FAILURE_REASONS, type FailureReason, failureFor } from '../checkout/test-instruments';
import { advanceDispute, DISPUTE_STEPS, openDispute } from '../razorpay/disputes';
import type { Payment, PaymentMethod } from '../razorpay/entities';
import { authorizePayment, capturePayment, failPayment, findPayment, startPayment } from '../razorpay/payments';
import {
  failRefund,
  processRefund,
  refundPayment,
  refundUncaptured,
  showRefund,
  slowRefund,
} from '../razorpay/refunds';
import { checkoutResult } from '../razorpay/signature';
import type { Account, Store } from '../razorpay/store';

type Outcome = 'created' | 'authorized' | 'captured' | 'failed';

/** With `late` the payment times out first. Amount (paise) and currency may differ from the order. */
interface Pay {
  method?: PaymentMethod;
  outcome?: Outcome;
  amount?: number;
  currency?: string;
  late?: boolean;
  reason?: FailureReason;
  last4?: string;
  vpa?: string;
}

const reason = { enum: FAILURE_REASONS };
const amount = { type: 'integer', minimum: 1 };
const object = (properties: object) => ({
  schema: { body: { type: ['object', 'null'], additionalProperties: false, properties } },
});

const PAY = object({
  method: { enum: ['card', 'upi', 'netbanking'] },
  outcome: { enum: ['created', 'authorized', 'captured', 'failed'] },
  amount,
  currency: { type: 'string', pattern: '^[A-Z]{3}$' },
  late: { type: 'boolean' },
  last4: { type: 'string', pattern: '^\\d{4}$' },
  vpa: { type: 'string', maxLength: 100 },
  reason,
});

const ACCOUNT = object({
  feeBearer: { enum: ['platform', 'customer'] },
  refundOutcome: { enum: ['processed', 'pending', 'failed'] },
});

type ById<Body> = { Params: { id: string }; Body: Body | null | undefined };

/** Payer, bank and provider actions without a browser. */
export function paymentControls(app: FastifyInstance, store: Store, keySecret: string) {
  app.post<ById<Pay>>('/orders/:id/pay', PAY, async ({ params, body }) => {
    const payment = pay(store, params.id, body ?? {});
    return { ...checkoutResult(payment, keySecret), payment };
  });
  app.post<ById<{ capture?: boolean }>>(
    '/payments/:id/authorize',
    object({ capture: { type: 'boolean' } }),
    async (request) => authorizePayment(store, request.params.id, request.body?.capture),
  );
  app.post<ById<never>>('/payments/:id/capture', async ({ params }) => capture(store, params.id));
  app.post<ById<{ reason?: FailureReason }>>('/payments/:id/fail', object({ reason }), async ({ params, body }) =>
    failPayment(store, params.id, failureFor(body?.reason ?? 'payment_declined')),
  );
  app.post<ById<{ amount?: number }>>('/payments/:id/refund', object({ amount }), async ({ params, body }) => {
    const uncaptured = findPayment(store, params.id).status === 'authorized';
    return showRefund(uncaptured ? refundUncaptured(store, params.id) : refundPayment(store, params.id, { ...body }));
  });
  refundControls(app, store);
  app.post<ById<{ amount?: number }>>('/payments/:id/dispute', object({ amount }), async ({ params, body }) =>
    openDispute(store, params.id, body ?? {}),
  );
  for (const step of DISPUTE_STEPS)
    app.post<ById<never>>(`/disputes/:id/${step}`, async ({ params }) => advanceDispute(store, params.id, step));
  app.get('/account', async () => store.account);
  app.put<{ Body: Partial<Account> | null }>('/account', ACCOUNT, async ({ body }) => {
    store.account = { ...store.account, ...body };
    return store.account;
  });
}

function refundControls(app: FastifyInstance, store: Store) {
  const steps = { process: processRefund, fail: failRefund, slow: slowRefund };
  for (const [name, step] of Object.entries(steps))
    app.post<ById<never>>(`/refunds/:id/${name}`, async ({ params }) => showRefund(step(store, params.id)));
}

function pay(
  store: Store,
  orderId: string,
  { method = 'card', outcome = 'captured', late, reason, ...rest }: Pay,
): Payment {
  const started = startPayment(store, orderId, { method, ...rest });
  if (late) failPayment(store, started.id, failureFor('payment_timed_out'));
  if (outcome === 'authorized') return authorizePayment(store, started.id, false);
  if (outcome === 'captured') return capture(store, started.id);
  if (outcome === 'failed' && !late) return failPayment(store, started.id, failureFor(reason ?? 'payment_declined'));
  return findPayment(store, started.id);
}

/** Captures a created, failed or authorised payment. Authorises it first if necessary. */
function capture(store: Store, id: string): Payment {
  const { status, amount, currency } = findPayment(store, id);
  if (status === 'created' || status === 'failed') authorizePayment(store, id, false);
  return capturePayment(store, id, amount, currency);
}
