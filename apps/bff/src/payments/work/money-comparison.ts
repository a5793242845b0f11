import { Injectable } from '@nestjs/common';
import { Prisma } from '../../database/prisma.service';
import type { Payment, Refund } from '../../generated/prisma/client';
import { type ListedPayment, PaymentProvider, type Period } from '../provider/port';
import { type PaymentReport, paymentStatuses, type RefundReport, refundStatuses } from '../rules/books';
import { acceptedPaise, isBefore } from '../rules/merge';

/** What the provider says and our books do not. `orderId` is ours. */
export interface Difference {
  orderId?: string;
  /** One that our books lack. */
  payment?: PaymentReport;
  text: string;
}

export interface MoneyComparison {
  /** Payments with money, apart from those that failed or were never finished. */
  received: number;
  receivedPaise: number;
  refunds: number;
  /** Payments of other orders or of none, as another shop on the account has. */
  notOurs: number;
  /** Oldest payments first, so that adopted orders get their receipt numbers in the order in which they were paid. */
  differences: Difference[];
}

/** Whether the provider knows more. Our books may know more in turn: the report is some seconds old. */
function isBehind(ours: KnownPayment, { status, amountPaise, amountRefundedPaise }: PaymentReport) {
  // A refund that is pending here, and one that failed, leave the payment captured.
  const atLeast = status === 'refunded' ? 'captured' : status;
  return (
    !ours ||
    ours.amountPaise !== amountPaise ||
    isBefore(paymentStatuses, ours.status, atLeast) ||
    acceptedPaise(ours.refunds) < amountRefundedPaise
  );
}

type KnownPayment = (Payment & { refunds: Refund[] }) | undefined;

/** Compares the provider's payments and refunds of a period with ours. */
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

  /** A refund of a payment that we lack is reported with that payment. */
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
