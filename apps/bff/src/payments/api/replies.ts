import type { components } from '../../contract/contract.gen';
import type { Input, Reply } from '../../contract/types';
import type { Order, Payment, DisputeStatus as ProviderDisputeStatus, Refund } from '../../generated/prisma/client';
import { isSettled } from '../rules/order-status';
import { surplusPayments, undecided } from '../store/apply-payment';
import { acceptedPaise, type PaymentWithRefunds, pendingRefunds, processedPaise } from '../store/apply-refunds';
import type { OrderWithPayments } from '../work/order.service';
import type { CheckoutResult, VerifiedPayment } from '../work/payment.service';

type PayerOrder = components['schemas']['PayerOrder'];
type PayerPayment = components['schemas']['PayerPayment'];
type RefundStatus = components['schemas']['RefundStatus'];
type DisputeStatus = components['schemas']['DisputeStatus'];

/** Whether the refund that was made last has failed: reports come in any order. */
function isRefundNeeded({ amountPaise, refunds }: PaymentWithRefunds) {
  const last = refunds.toSorted((a, b) => timeOf(a).localeCompare(timeOf(b)) || a.attempt - b.attempt).at(-1);
  return last?.status === 'failed' && processedPaise(refunds) < amountPaise;
}

/** Where the refunds of some payments stand: one that is on its way first, then one that is needed again. */
function refundStatusOf(payments: PaymentWithRefunds[]): RefundStatus {
  if (pendingRefunds(payments).length) return 'pending';
  if (payments.some(isRefundNeeded)) return 'failed';
  return payments.some(({ refunds }) => refunds.length) ? 'processed' : 'none';
}

/** What operators do about a dispute is not the payer's concern. */
const disputeStatuses: Record<ProviderDisputeStatus, DisputeStatus> = {
  open: 'open',
  under_review: 'open',
  won: 'won',
  closed: 'won',
  lost: 'lost',
};

/** When the provider made it; where it did not tell, when we learned of it. */
const timeOf = ({ providerCreatedAt, createdAt }: Pick<Refund, 'providerCreatedAt' | 'createdAt'>) =>
  (providerCreatedAt ?? createdAt).toISOString();

const toPayerRefund = (refund: Refund) => ({
  id: refund.providerId,
  status: refund.status,
  amountPaise: refund.amountPaise,
  speed: refund.speed,
  reference: refund.reference,
  createdAt: timeOf(refund),
});

/** Whether another payment has paid the order and this one took money too, or is about to. */
export const isSurplus = ({ paidPaymentId }: Pick<Order, 'paidPaymentId'>, { id, status }: Payment) =>
  paidPaymentId !== null && paidPaymentId !== id && !undecided.includes(status);

export function toPayerPayment(order: Pick<Order, 'paidPaymentId'>, payment: PaymentWithRefunds): PayerPayment {
  const { id, status, amountPaise, currency, method, refunds, feeBearer, errorReason } = payment;
  return {
    id,
    status,
    amountPaise,
    amountRefundedPaise: acceptedPaise(refunds),
    currency,
    method,
    surplus: isSurplus(order, payment),
    createdAt: timeOf(payment),
    refundStatus: refundStatusOf([payment]),
    refunds: refunds.map(toPayerRefund),
    references: payment.acquirerData as Record<string, string>,
    methodDetails: payment.methodDetails as Record<string, string>,
    feePaise: feeBearer === 'customer' ? payment.feePaise : null,
    errorReason: status === 'failed' ? errorReason : null,
  };
}

/** Whether the payer has nothing to wait for: the order is settled and no refund is open. */
const awaitsNothing = (order: OrderWithPayments) =>
  isSettled(order.status) && !surplusPayments(order, order.payments).length && !pendingRefunds(order.payments).length;

/** Only orders that the provider knows have an owner, or a payment. */
function payerStatusOf({ id, status }: Pick<Order, 'id' | 'status'>): PayerOrder['status'] {
  if (status === 'CREATING' || status === 'CREATE_FAILED') throw new Error(`Order ${id} is not visible to a payer`);
  return status;
}

/** An order as its payer may see it. Only orders that the provider knows have an owner. */
export function toPayerOrder(order: OrderWithPayments): PayerOrder {
  const { providerOrderId, receipt, amountPaise, currency, createdAt, paidAt, nextCheckAt, payments } = order;
  if (!providerOrderId || currency !== 'INR') throw new Error(`Order ${order.id} is not visible to a payer`);
  return {
    id: providerOrderId,
    receipt,
    receiptNumber: order.receiptNumber,
    status: payerStatusOf(order),
    refundStatus: refundStatusOf(payments.filter((payment) => !isSurplus(order, payment))),
    disputeStatus: order.disputeStatus ? disputeStatuses[order.disputeStatus] : 'none',
    amountPaise,
    currency,
    createdAt: createdAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    nextCheckAt: awaitsNothing(order) ? null : (nextCheckAt?.toISOString() ?? null),
    payments: payments.map((payment) => toPayerPayment(order, payment)),
  };
}

export const toOrderPage = ({ orders, nextCursor }: { orders: OrderWithPayments[]; nextCursor: string | null }) => ({
  items: orders.map(toPayerOrder),
  nextCursor,
});

/** From the provider's names, which checkout gives the page. */
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
});
