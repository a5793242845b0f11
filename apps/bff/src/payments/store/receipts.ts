import { indianTimestamp, type ReceiptDocument } from '@novacore/shared/formats';
import type { Catalogue } from '../../config/catalogue';
import type { Order, Payment, Receipt, Refund } from '../../generated/prisma/client';
import { queueOrderMail, type Transaction } from '../../mail/outbox';
import type { MergedRefund } from '../rules/merge';

type StatedPayment = Pick<Payment, 'id' | 'method' | 'methodDetails'>;
/** Includes the payment that paid the order, and the stored document if it was read. */
export type DocumentedOrder<P extends StatedPayment = StatedPayment> = Order & {
  payments: P[];
  receiptDocument?: Receipt | null;
};

function toDocument(catalogue: Catalogue, order: DocumentedOrder): ReceiptDocument {
  const { receiptNumber, receipt, product, amountPaise, currency, paidPaymentId, paidAt } = order;
  const payment = order.payments.find(({ id }) => id === paidPaymentId);
  return {
    receiptNumber,
    receipt,
    orderId: order.providerOrderId,
    paymentId: paidPaymentId,
    seller: catalogue.seller,
    lines: [{ product, title: catalogue.titleOf(order), amountPaise }],
    taxLines: [],
    amountPaise,
    currency,
    paidAt: paidAt && indianTimestamp(paidAt.getTime()),
    method: payment?.method ?? null,
    methodDetails: (payment?.methodDetails ?? {}) as Record<string, string>,
  };
}

/**
 * The receipt document, stored with the receipt number. Orders paid in release 1.3 get it when it is first read. Without
 * a number, it is not stored and serves only emails.
 */
export async function documentOf(tx: Transaction, catalogue: Catalogue, order: DocumentedOrder) {
  const { id: orderId, receiptNumber, receiptDocument } = order;
  if (!receiptNumber) return toDocument(catalogue, order);
  if (!receiptDocument)
    await tx.receipt.createMany({ data: { orderId, document: toDocument(catalogue, order) }, skipDuplicates: true });
  const { document } = receiptDocument ?? (await tx.receipt.findUniqueOrThrow({ where: { orderId } }));
  return document as unknown as ReceiptDocument;
}

/**
 * Queues the receipt. An order without an owner gets it when it is claimed.
 * @returns whether the owner has deleted the account
 */
export async function queueReceipt(
  tx: Transaction,
  catalogue: Catalogue,
  order: DocumentedOrder<StatedPayment & { refunds: Refund[] }>,
): Promise<boolean> {
  const { refunds = [] } = order.payments.find(({ id }) => id === order.paidPaymentId) ?? {};
  const made = refunds.filter(({ status }) => status !== 'failed').map(toRefundFacts);
  const document = await documentOf(tx, catalogue, order);
  return queueOrderMail(tx, 'RECEIPT', order.ownerId, { ...document, refunds: made });
}

const refundMails = { pending: 'REFUND_PENDING', processed: 'REFUNDED', failed: 'REFUND_FAILED' } as const;

/** Queues one email for each state that a refund enters. */
export async function queueRefundMails(
  tx: Transaction,
  catalogue: Catalogue,
  order: DocumentedOrder,
  { payment, refunds }: { payment: StatedPayment; refunds: MergedRefund[] },
) {
  const changed = refunds.filter(({ before, status }) => before?.status !== status);
  if (!changed.length) return;
  const { id: paymentId, method } = payment;
  const methodDetails = payment.methodDetails as Record<string, string>;
  const facts = { ...(await documentOf(tx, catalogue, order)), paymentId, method, methodDetails };
  for (const { before: _, ...refund } of changed)
    await queueOrderMail(tx, refundMails[refund.status], order.ownerId, { ...facts, refund: toRefundFacts(refund) });
}

type MailedRefund = Pick<Refund, 'providerId' | 'status' | 'amountPaise' | 'reference' | 'providerCreatedAt'>;

const toRefundFacts = ({ providerId: id, status, amountPaise, reference, providerCreatedAt }: MailedRefund) => ({
  id,
  status,
  amountPaise,
  reference,
  createdAt: providerCreatedAt.toISOString(),
});
