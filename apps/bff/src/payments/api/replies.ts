import type { components } from '@novacore/contract';
import type { Input, Reply } from '../../contract/types';
import type { Order, Refund } from '../../generated/prisma/client';
import type { DisputeStatus } from '../rules/books';
import { factsOf, isSurplus, type PaymentFacts } from '../rules/facts';
import type { OrderWithPayments } from '../work/order.service';
import type { CheckoutResult, VerifiedPayment } from '../work/payment.service';

type PayerOrder = components['schemas']['PayerOrder'];
type PayerPayment = components['schemas']['PayerPayment'];

/** Payers do not see how we handle a dispute. */
const disputeStatuses: Record<DisputeStatus, PayerOrder['disputeStatus']> = {
  open: 'open',
  under_review: 'open',
  won: 'won',
  closed: 'won',
  lost: 'lost',
};

const toPayerRefund = (refund: Refund) => ({
  id: refund.providerId,
  status: refund.status,
  amountPaise: refund.amountPaise,
  speed: refund.speed,
  reference: refund.reference,
  createdAt: refund.providerCreatedAt.toISOString(),
});

function toPayerPayment(facts: PaymentFacts<OrderWithPayments['payments'][number]>): PayerPayment {
  const { payment, surplus, acceptedPaise, refundState } = facts;
  const { id, status, amountPaise, currency, method, refunds, feeBearer, errorReason } = payment;
  return {
    id,
    status,
    amountPaise,
    amountRefundedPaise: acceptedPaise,
    currency,
    method,
    surplus,
    createdAt: payment.providerCreatedAt.toISOString(),
    refundStatus: refundState,
    refunds: refunds.map(toPayerRefund),
    references: payment.acquirerData as Record<string, string>,
    methodDetails: payment.methodDetails as Record<string, string>,
    feePaise: feeBearer === 'customer' ? payment.feePaise : null,
    errorReason: status === 'failed' ? errorReason : null,
  };
}

export const toPayerPayments = (order: OrderWithPayments) => factsOf(order).payments.map(toPayerPayment);

export const toProduct = ({ product: code, title }: { product: string; title: string }) => ({ code, title });

/** Orders with an owner or a payment exist at the provider. */
function payerStatusOf({ id, status }: Pick<Order, 'id' | 'status'>): PayerOrder['status'] {
  if (status === 'CREATING' || status === 'CREATE_FAILED') throw new Error(`Order ${id} is not visible to a payer`);
  return status;
}

export function toPayerOrder(order: OrderWithPayments): PayerOrder {
  const { providerOrderId, receipt, document, amountPaise, currency, createdAt, paidAt, nextCheckAt } = order;
  const { payments, refundState, awaitsNothing } = factsOf(order);
  if (!providerOrderId || currency !== 'INR') throw new Error(`Order ${order.id} is not visible to a payer`);
  return {
    id: providerOrderId,
    product: toProduct(order),
    receipt,
    receiptNumber: order.receiptNumber,
    status: payerStatusOf(order),
    refundStatus: refundState,
    disputeStatus: order.disputeStatus ? disputeStatuses[order.disputeStatus] : 'none',
    amountPaise,
    currency,
    createdAt: createdAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    nextCheckAt: awaitsNothing ? null : (nextCheckAt?.toISOString() ?? null),
    document,
    payments: payments.map(toPayerPayment),
  };
}

export const toOrderPage = ({ orders, nextCursor }: { orders: OrderWithPayments[]; nextCursor: string | null }) => ({
  items: orders.map(toPayerOrder),
  nextCursor,
});

/** Converts Razorpay's field names. */
export const toCheckoutResult = (form: Input<'returnFromCheckout'>['body']): CheckoutResult => ({
  orderId: form.razorpay_order_id ?? '',
  paymentId: form.razorpay_payment_id ?? '',
  signature: form.razorpay_signature ?? '',
});

export const toVerification = ({ order, payment }: VerifiedPayment): Reply<'verifyPayment'> => ({
  message: 'Payment verified.',
  orderStatus: payerStatusOf(order),
  paymentStatus: payment.status,
  surplus: isSurplus(order, payment),
  amountPaise: order.amountPaise,
});
