import { Injectable } from '@nestjs/common';
import { Prisma } from '../../database/prisma.service';
import type { Payment, Refund } from '../../generated/prisma/client';
import { type ListedPayment, PaymentProvider, type Period } from '../provider/port';
import { type PaymentReport, paymentStatuses, type RefundReport, refundStatuses } from '../rules/books';
import { acceptedPaise, isBefore } from '../rules/merge';

/** Something that the provider knows and our books lack. `orderId` is our id. */
export interface Difference {
  orderId?: string;
  /** Set if our books lack the payment. */
  payment?: PaymentReport;
  text: string;
}

export interface MoneyComparison {
  /** Payments that hold money. */
  received: number;
  receivedPaise: number;
  refunds: number;
  /** Payments without an order of ours, for example of another shop on the account. */
  notOurs: number;
  /** Oldest first, so that adopted orders get receipt numbers in the order of payment. */
  differences: Difference[];
}

/** Whether the provider knows more. Our books may know more too, because the report is some seconds old. */
function isBehind(ours: KnownPayment, { status, amountPaise, amountRefundedPaise }: PaymentReport) {
  // With a pending or failed refund, our payment stays captured.
  const atLeast = status === 'refunded' ? 'captured' : status;
  return (
    !ours ||
    ours.amountPaise !== amountPaise ||
    isBefore(paymentStatuses, ours.status, atLeast) ||
    acceptedPaise(ours.refunds) < amountRefundedPaise
  );
}

type KnownPayment = (Payment & { refunds: Refund[] }) | undefined;

@Injectable()
export class MoneyComparer {
  constructor(
    private readonly prisma: Prisma,
    private readonly provider: PaymentProvider,
  ) {}

  async compare(period: Period): Promise<MoneyComparison> {
    const found: MoneyComparison = { received: 0, receivedPaise: 0, refunds: 0, notOurs: 0, differences: [] };
    for await (const page of this.provider.paymentsIn(period)) await this.comparePayments(page, found);
    for await (const page of this.provider.refundsIn(period)) await this.compareRefunds(page, found);
    found.differences.reverse();
    return found;
  }

  private async comparePayments(page: ListedPayment[], found: MoneyComparison) {
    const decided = page.filter(({ holdsNoMoney }) => !holdsNoMoney);
    const [payments, orders] = await Promise.all([
      this.prisma.payment.findMany({
        where: { id: { in: decided.map(({ id }) => id) } },
        include: { refunds: true },
      }),
      this.prisma.order.findMany({ where: { providerOrderId: { in: decided.map((each) => each.providerOrderId) } } }),
    ]);
    for (const listed of decided) {
      const orderId = orders.find((order) => order.providerOrderId === listed.providerOrderId)?.id;
      const ours = payments.find(({ id }) => id === listed.id);
      if (orderId) this.comparePayment(listed, orderId, ours, found);
      else found.notOurs += 1;
    }
  }

  private comparePayment(listed: ListedPayment, orderId: string, ours: KnownPayment, found: MoneyComparison) {
    const { report } = listed;
    if (!report) {
      found.differences.push({ orderId, text: `${listed.id} of ${listed.providerOrderId} cannot be read` });
      return;
    }
    const { id, status, amountPaise } = report;
    found.received += 1;
    found.receivedPaise += amountPaise;
    if (isBehind(ours, report)) {
      const text = `${id} is ${status} there, ${ours?.status ?? 'missing'} here`;
      found.differences.push({ orderId, text, ...(!ours && { payment: report }) });
    }
  }

  /** Skips refunds of payments that we lack, because these are reported already. */
  private async compareRefunds(reports: RefundReport[], found: MoneyComparison) {
    const [refunds, payments] = await Promise.all([
      this.prisma.refund.findMany({ where: { providerId: { in: reports.map(({ id }) => id) } } }),
      this.prisma.payment.findMany({ where: { id: { in: reports.map(({ paymentId }) => paymentId) } } }),
    ]);
    for (const { id, status, paymentId } of reports) {
      const orderId = payments.find((payment) => payment.id === paymentId)?.orderId;
      if (orderId) found.refunds += 1;
      const ours = refunds.find((refund) => refund.providerId === id);
      if (orderId && isBefore(refundStatuses, ours?.status, status))
        found.differences.push({ orderId, text: `${id} is ${status} there, ${ours?.status ?? 'missing'} here` });
    }
  }
}
