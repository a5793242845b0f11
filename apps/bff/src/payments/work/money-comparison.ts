import { Injectable } from '@nestjs/common';
import { Prisma } from '../../database/prisma.service';
import { PaymentStatus, RefundStatus } from '../../generated/prisma/client';
import { type ProviderPayment, parsePayment, parseRefund } from '../provider/razorpay/entities';
import { type Period, RazorpayGateway } from '../provider/razorpay/gateway';
import { undecided } from '../store/apply-payment';
import { acceptedPaise, type PaymentWithRefunds } from '../store/apply-refunds';

/** What the provider says and our books do not. `orderId` is ours. */
export interface Difference {
  orderId?: string;
  /** One that our books lack. */
  payment?: ProviderPayment;
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

const isBefore = (values: object, a: string | undefined, b: string) =>
  Object.keys(values).indexOf(a ?? '') < Object.keys(values).indexOf(b);

/** Whether the provider knows more. Our books may know more in turn: the report is some seconds old. */
function isBehind(ours: KnownPayment, { status, amountPaise, amountRefundedPaise }: ProviderPayment) {
  // A refund that is pending here, and one that failed, leave the payment captured.
  const atLeast = status === 'refunded' ? 'captured' : status;
  return (
    !ours ||
    ours.amountPaise !== amountPaise ||
    isBefore(PaymentStatus, ours.status, atLeast) ||
    acceptedPaise(ours.refunds) < amountRefundedPaise
  );
}

type KnownPayment = PaymentWithRefunds | undefined;
type Entity = { id?: unknown; status?: unknown; order_id?: unknown };

const isUndecided = (entity: Entity) => undecided.some((status) => status === entity.status);

/** Compares the provider's payments and refunds of a period with ours. */
@Injectable()
export class MoneyComparer {
  constructor(
    private readonly prisma: Prisma,
    private readonly gateway: RazorpayGateway,
  ) {}

  async compare(period: Period): Promise<MoneyComparison> {
    const found: MoneyComparison = { received: 0, receivedPaise: 0, refunds: 0, notOurs: 0, differences: [] };
    for await (const page of this.gateway.paymentsIn(period)) await this.comparePayments(page, found);
    for await (const page of this.gateway.refundsIn(period)) await this.compareRefunds(page, found);
    found.differences.reverse();
    return found;
  }

  private async comparePayments(page: unknown[], found: MoneyComparison) {
    const decided = page.map((entity) => Object(entity) as Entity).filter((entity) => !isUndecided(entity));
    const [payments, orders] = await Promise.all([
      this.prisma.payment.findMany({
        where: { id: { in: decided.map(({ id }) => `${id}`) } },
        include: { refunds: true },
      }),
      this.prisma.order.findMany({ where: { providerOrderId: { in: decided.map((each) => `${each.order_id}`) } } }),
    ]);
    for (const entity of decided) {
      const orderId = orders.find((order) => order.providerOrderId === entity.order_id)?.id;
      const ours = payments.find(({ id }) => id === entity.id);
      if (orderId) this.comparePayment(entity, orderId, ours, found);
      else found.notOurs += 1;
    }
  }

  private comparePayment(entity: Entity, orderId: string, ours: KnownPayment, found: MoneyComparison) {
    const report = parsePayment(entity);
    if (!report) {
      found.differences.push({ orderId, text: `${entity.id} of ${entity.order_id} cannot be read` });
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
  private async compareRefunds(page: unknown[], found: MoneyComparison) {
    const reports = page.map(parseRefund).filter((report) => report !== undefined);
    const [refunds, payments] = await Promise.all([
      this.prisma.refund.findMany({ where: { providerId: { in: reports.map(({ id }) => id) } } }),
      this.prisma.payment.findMany({ where: { id: { in: reports.map(({ paymentId }) => paymentId) } } }),
    ]);
    for (const { id, status, paymentId } of reports) {
      const orderId = payments.find((payment) => payment.id === paymentId)?.orderId;
      if (orderId) found.refunds += 1;
      const ours = refunds.find((refund) => refund.providerId === id);
      if (orderId && isBefore(RefundStatus, ours?.status, status))
        found.differences.push({ orderId, text: `${id} is ${status} there, ${ours?.status ?? 'missing'} here` });
    }
  }
}
