import type { FastifyInstance } from 'fastify';
import type { Book } from '../book/book';
import type { Payment, PaymentMethod } from '../book/entities';
import { authorizePayment, capturePayment, failPayment, findPayment, startPayment } from '../book/payments';
import { failRefund, refundPayment, returnUncaptured, showRefund } from '../book/refunds';
import { FAILURE_REASONS, type FailureReason, failureFor } from '../checkout/outcomes';
import { checkoutResult } from '../razorpay/signature';

type Outcome = 'created' | 'authorized' | 'captured' | 'failed';

/** `late` has the payment fail first, as after a time-out. Amount (paise) and currency may differ from the order's. */
interface Pay {
  method?: PaymentMethod;
  outcome?: Outcome;
  amount?: number;
  currency?: string;
  late?: boolean;
  reason?: FailureReason;
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
  reason,
});

type ById<Body> = { Params: { id: string }; Body: Body | null | undefined };

/** A payer, a bank and the provider's back office without a browser. */
export function paymentControls(app: FastifyInstance, book: Book, keySecret: string) {
  app.post<ById<Pay>>('/orders/:id/pay', PAY, async ({ params, body }) => {
    const payment = pay(book, params.id, body ?? {});
    return { ...checkoutResult(payment, keySecret), payment };
  });
  app.post<ById<{ capture?: boolean }>>(
    '/payments/:id/authorize',
    object({ capture: { type: 'boolean' } }),
    async (request) => authorizePayment(book, request.params.id, request.body?.capture),
  );
  app.post<ById<never>>('/payments/:id/capture', async ({ params }) => capture(book, params.id));
  app.post<ById<{ reason?: FailureReason }>>('/payments/:id/fail', object({ reason }), async ({ params, body }) =>
    failPayment(book, params.id, failureFor(body?.reason ?? 'payment_declined')),
  );
  app.post<ById<{ amount?: number }>>('/payments/:id/refund', object({ amount }), async ({ params, body }) => {
    const uncaptured = findPayment(book, params.id).status === 'authorized';
    return showRefund(uncaptured ? returnUncaptured(book, params.id) : refundPayment(book, params.id, { ...body }));
  });
  app.post<ById<never>>('/refunds/:id/fail', async ({ params }) => showRefund(failRefund(book, params.id)));
}

function pay(
  book: Book,
  orderId: string,
  { method = 'card', outcome = 'captured', late, reason, ...rest }: Pay,
): Payment {
  const started = startPayment(book, orderId, { method, ...rest });
  if (late) failPayment(book, started.id, failureFor('payment_timed_out'));
  if (outcome === 'authorized') return authorizePayment(book, started.id, false);
  if (outcome === 'captured') return capture(book, started.id);
  if (outcome === 'failed' && !late) return failPayment(book, started.id, failureFor(reason ?? 'payment_declined'));
  return findPayment(book, started.id);
}

/** Captures what is created, failed or authorised: the bank's yes comes first where it is missing. */
function capture(book: Book, id: string): Payment {
  const { status, amount, currency } = findPayment(book, id);
  if (status === 'created' || status === 'failed') authorizePayment(book, id, false);
  return capturePayment(book, id, amount, currency);
}
