import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Prisma } from '../../database/prisma.service';
import type { Payment, Refund, RefundRequest, RefundRequestState } from '../../generated/prisma/client';
import { Log } from '../../log';
import { invalidInput, Refusal } from '../../problem/problem';
import { PaymentProvider } from '../provider/port';
import type { PaymentReport, RefundReport } from '../rules/books';
import { ProviderRefused, ProviderSilent } from '../rules/errors';
import { blocksRefund, factsOf, refundableOf } from '../rules/facts';
import { acceptedPaise } from '../rules/merge';
import { claimMs } from '../rules/schedule';
import { bringForward, lockOrder } from '../store/apply-payment';
import { OrderTransitions } from '../store/order-transitions';

/** Runs `work` for each item in sequence, even after errors. @returns the errors */
export async function collectErrors<T>(items: T[], work: (item: T) => Promise<unknown>): Promise<unknown[]> {
  const errors: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => errors.push(error));
  return errors;
}

const openStates: RefundRequestState[] = ['requested', 'sent', 'unknown'];

export const isOpen = ({ state }: { state: RefundRequestState }) => openStates.includes(state);

/** `requestedBy` for refunds of surplus payments. */
const surplus = 'surplus';

/** Razorpay's minimum for a refund. */
const leastPaise = 100;

/** Amounts are paise. */
export interface AskedRefund {
  orderId: string;
  paymentId: string;
  amountPaise: number;
  /** The refundable amount that the page showed. If it has changed, the request is refused. */
  refundablePaise: number;
  /** Email address of a staff member, or `surplus`. */
  requestedBy: string;
  reason: string;
  /** Refunds even if a bank may return the money too. */
  despiteDispute?: boolean;
}

/**
 * Stores each refund in `refund_requests` before it calls the provider. The row has the idempotency key, so that any
 * process that finds the request open can repeat the call.
 */
@Injectable()
export class Refunds {
  constructor(
    private readonly prisma: Prisma,
    private readonly provider: PaymentProvider,
    private readonly transitions: OrderTransitions,
    private readonly log: Log,
  ) {}

  /**
   * @returns the request. In state `unknown`, the provider may have made the refund, and the reconciler finds out.
   * @throws Refusal `nothing_captured`, `refund_changed`, `dispute_forbids`, or ProviderSilent if nothing was sent
   */
  async refund(asked: AskedRefund): Promise<RefundRequest> {
    const request = await this.store(asked);
    try {
      return await this.settle(request);
    } catch (error) {
      const refused = { state: 'refused', message: messageOf(error as Error), endedAt: new Date() } as const;
      if (await this.move(request, ['requested'], refused)) throw error;
      return this.reload(request);
    }
  }

  /** Refunds the rest of a surplus payment. @throws Error if the result is unknown */
  async refundSurplus({
    id: paymentId,
    orderId,
    amountPaise,
    refunds,
  }: Payment & { refunds: Refund[] }): Promise<void> {
    const left = amountPaise - acceptedPaise(refunds);
    const what = { orderId, paymentId, amountPaise: left, refundablePaise: left };
    const request = await this.refund({ ...what, requestedBy: surplus, reason: 'The order was paid twice.' });
    if (isOpen(request)) throw new Error(`the refund of ${paymentId} is not known yet`);
  }

  openOf(orderId: string): Promise<RefundRequest[]> {
    return this.prisma.refundRequest.findMany({ where: { orderId, state: { in: openStates } } });
  }

  /**
   * Finishes a request. It does not repeat a refund that Razorpay already shows.
   * @throws an error after which the request is still open
   */
  async settle(request: RefundRequest): Promise<RefundRequest> {
    let report = await this.fetch(request.paymentId);
    let refund = refundIn(report, request);
    if (!refund && !isRefunded(report)) {
      const why = await this.obstacleTo(request, report);
      // Another instance may send it at the same moment.
      if (why) return this.end(request, [request.state], report, { state: 'refused', message: why });
      if (!(await this.move(request, openStates, { state: 'sent', sentAt: request.sentAt ?? new Date() })))
        return this.reload(request);
      try {
        refund = await this.provider.refund({ ...request, reason: causeOf(request), requestId: noteOf(request) });
        report = await this.fetch(request.paymentId);
      } catch (error) {
        if (!(error instanceof ProviderRefused)) return this.lose(request, error as Error);
        const message = error.reason ?? 'it gave no reason';
        return this.end(request, openStates, report, { state: 'refused', message });
      }
    }
    const made = refund ?? report.refunds.findLast(({ status }) => status !== 'failed');
    const end =
      made?.status === 'failed'
        ? ({ state: 'failed', message: 'the refund failed' } as const)
        : ({ state: 'accepted', message: refund ? null : 'Razorpay shows the payment as refunded' } as const);
    return this.end(request, openStates, report, { ...end, refundId: made?.id });
  }

  /** Stores the request under a lock, so that only one of two concurrent calls passes. */
  private store({ refundablePaise, despiteDispute = false, ...asked }: AskedRefund): Promise<RefundRequest> {
    const { orderId, paymentId, amountPaise } = asked;
    return this.prisma.$transaction(async (tx) => {
      const order = await lockOrder(tx, orderId, paymentId);
      const facts = factsOf(order).payments.find(({ payment }) => payment.id === paymentId);
      if (!facts?.received) throw new Refusal('nothing_captured', { id: orderId });
      const left = refundableOf(facts);
      const open = await tx.refundRequest.findFirst({ where: { paymentId, state: { in: openStates } } });
      if (open || left !== refundablePaise || amountPaise > left) throw new Refusal('refund_changed', { id: orderId });
      const rest = left - amountPaise;
      if (rest > 0 && rest < leastPaise) throw invalidInput('/amountPaise', 'must leave nothing or at least ₹1.00');
      const { blockedBy } = facts;
      if (blockedBy && !despiteDispute)
        throw new Refusal('dispute_forbids', { dispute: blockedBy.id, payment: paymentId, status: blockedBy.status });
      // If this process dies now, the reconciler continues.
      await bringForward(tx, order, claimMs);
      return tx.refundRequest.create({ data: { ...asked, despiteDispute, idempotencyKey: randomUUID() } });
    });
  }

  /**
   * @returns why we must not send the request, if so
   * @throws ProviderSilent if the request was sent just now, because its refund may still appear
   */
  private async obstacleTo(request: RefundRequest, report: PaymentReport): Promise<string | undefined> {
    const { paymentId, state, sentAt, despiteDispute, amountPaise } = request;
    if (state === 'requested') {
      if (report.status !== 'captured') return `the payment is ${report.status}`;
      if (report.amountPaise - report.amountRefundedPaise < amountPaise) return 'a part was refunded at Razorpay';
    }
    const disputes = despiteDispute ? [] : await this.prisma.dispute.findMany({ where: { paymentId } });
    if (!disputes.some(blocksRefund)) return undefined;
    if (sentAt && sentAt.getTime() > Date.now() - claimMs)
      throw new ProviderSilent('the refund is not listed yet', true);
    return 'a bank disputes the payment';
  }

  private async fetch(paymentId: string): Promise<PaymentReport> {
    return this.provider.withRefunds(await this.provider.fetchPayment(paymentId), true);
  }

  /** @returns whether the request was in one of the states */
  private async move({ id }: RefundRequest, from: RefundRequestState[], data: Partial<RefundRequest>) {
    return (await this.prisma.refundRequest.updateMany({ where: { id, state: { in: from } }, data })).count > 0;
  }

  private reload = ({ id }: RefundRequest) => this.prisma.refundRequest.findUniqueOrThrow({ where: { id } });

  /** Marks the result as unknown. The order stays due. */
  private async lose(request: RefundRequest, err: Error): Promise<never> {
    await this.move(request, ['sent', 'unknown'], { state: 'unknown', message: messageOf(err) });
    const fields = { event: 'refund_unanswered', paymentId: request.paymentId };
    this.log.error({ ...fields, err }, 'the result of the refund is unknown');
    throw err;
  }

  private async end(
    request: RefundRequest,
    from: RefundRequestState[],
    report: PaymentReport,
    end: Partial<RefundRequest>,
  ): Promise<RefundRequest> {
    const { orderId, paymentId } = request;
    const cause = causeOf(request);
    await this.transitions.applyPayment(orderId, report, cause).catch((error: Error) => this.lose(request, error));
    await this.move(request, from, { ...end, endedAt: new Date() });
    const ended = await this.reload(request);
    const { state, message: refusal, sentAt } = ended;
    const fields = { paymentId, status: report.status, cause };
    if (state === 'accepted') this.log.info({ event: 'refund', ...fields }, 'Razorpay accepted the refund');
    else if (!isOpen(ended)) {
      const text = sentAt ? 'Razorpay did not make the refund' : 'the refund was not sent';
      this.log.error({ event: 'refund_refused', ...fields, state, refusal }, text);
    }
    return ended;
  }
}

/** The order page shows this to staff. */
const messageOf = (error: Error) =>
  error instanceof ProviderSilent ? (error.reason ?? 'Razorpay did not answer') : 'the result could not be stored';

/** The note in Razorpay's refund. Requests of release 1.3 had none, and must repeat the same body under their key. */
const noteOf = ({ id, idempotencyKey, paymentId }: RefundRequest) =>
  idempotencyKey.startsWith(paymentId) ? undefined : id;

const causeOf = ({ requestedBy }: RefundRequest) => (requestedBy === surplus ? surplus : 'operator');

const refundIn = ({ refunds }: PaymentReport, { id }: RefundRequest): RefundReport | undefined =>
  refunds.find(({ requestId }) => requestId === id);

/** Pending refunds count, failed ones do not. */
const isRefunded = ({ amountPaise, amountRefundedPaise }: PaymentReport) => amountRefundedPaise >= amountPaise;
