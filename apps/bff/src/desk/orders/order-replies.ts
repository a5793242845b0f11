import type { components } from '@novacore/contract';
import type { OperationId } from '../../contract/contract';
import type { Caller } from '../../contract/types';
import type { Prisma } from '../../database/prisma.service';
import type { Case, Prisma as Client, Dispute, OutboxMail, SentMail } from '../../generated/prisma/client';
import { toProduct } from '../../payments/api/replies';
import { type Facts, factsOf, type PaymentFacts, refundableOf, sumPaise } from '../../payments/rules/facts';
import { awaitsDecision, processedPaise } from '../../payments/rules/merge';
import type { Sold } from '../../payments/work/receipts';
import { isOpen } from '../../payments/work/refunds';
import type { LoggedEntry } from '../log/audit-log';
import { may, mayOnOrder } from '../policy/policy';

type Schemas = components['schemas'];
export type DeskOrder = Schemas['DeskOrder'];
type DeskEvent = Schemas['DeskEvent'];

/** Events that an order shows. */
const shownEvents = 100;
const oldestFirst = { orderBy: { createdAt: 'asc' } } as const;
const withRefunds = { refunds: { orderBy: { attempt: 'asc' } } } satisfies Client.PaymentInclude;

export const ofRow = {
  owner: { select: { email: true } },
  payments: { ...oldestFirst, include: withRefunds },
} satisfies Client.OrderInclude;
export const ofOrder = {
  owner: true,
  payments: { ...oldestFirst, include: { ...withRefunds, disputes: true } },
  disputes: oldestFirst,
  transitions: { orderBy: { at: 'asc' } },
  refundRequests: oldestFirst,
  events: { orderBy: { receivedAt: 'desc' }, take: shownEvents },
  cases: { where: { state: { not: 'done' } }, orderBy: { openedAt: 'asc' } },
  receiptDocument: true,
} satisfies Client.OrderInclude;
type RowOrder = Client.OrderGetPayload<{ include: typeof ofRow }>;
export type FoundOrder = Client.OrderGetPayload<{ include: typeof ofOrder }> & Sold;

/** Related records of an order. */
export interface Surroundings {
  sent: SentMail[];
  waiting: OutboxMail[];
  log: LoggedEntry[];
}

export const iso = (at: Date | null) => at?.toISOString() ?? null;

/** The provider's id of an order; ours where it has none. */
export const deskIdOf = ({ id, providerOrderId }: { id: string; providerOrderId: string | null }) =>
  providerOrderId ?? id;

/** The ids by which the desk knows orders, by ours. */
export async function deskIdsOf(prisma: Prisma, ids: (string | null)[]): Promise<Map<string, string>> {
  const where = { id: { in: ids.filter((id) => id !== null) } };
  const found = await prisma.order.findMany({ where, select: { id: true, providerOrderId: true } });
  return new Map(found.map((order) => [order.id, deskIdOf(order)]));
}

const refundsOf = ({ refundState: refundStatus, payments }: Facts) => ({
  refundStatus,
  refundedPaise: sumPaise(
    payments.filter(({ surplus }) => !surplus),
    ({ payment }) => processedPaise(payment.refunds),
  ),
});

export function toRow(order: RowOrder): Schemas['DeskOrderRow'] {
  const { receiptNumber, status, disputed, amountPaise, currency, payments } = order;
  const paying = payments.find(({ id }) => id === order.paidPaymentId) ?? payments.at(-1);
  return {
    id: deskIdOf(order),
    ...{ receiptNumber, status, disputed, amountPaise, currency },
    ...refundsOf(factsOf(order)),
    createdAt: order.createdAt.toISOString(),
    paidAt: iso(order.paidAt),
    ownerEmail: order.owner?.email ?? null,
    method: paying?.method ?? null,
    attempts: payments.length,
  };
}

type NamesOfCase = Pick<Schemas['DeskCase'], 'kind' | 'subject' | 'revision' | 'state' | 'outcome' | 'history'>;
type CaseOrder = Pick<RowOrder, 'id' | 'providerOrderId' | 'currency' | 'owner' | 'ownerId'> & { disputes: Dispute[] };

/** A decided dispute has its own end: staff close it. */
export function toCase(found: Case, order: CaseOrder | null, caller: Caller): Schemas['DeskCase'] {
  const { kind, subject, revision, state, settlementId, paise, outcome, reason, detail, history } = found;
  const dispute = order?.disputes.find(({ id }) => kind === 'dispute' && id === subject);
  const isDecidable = state !== 'done' && (!dispute || awaitsDecision(dispute));
  const actions = (['waitDeskCase', 'finishDeskCase'] as const).filter((operation) =>
    mayOnOrder(caller, operation, order?.ownerId ?? null),
  );
  return {
    ...({ kind, subject, revision, state, outcome, history } as NamesOfCase),
    ...{ reason, detail, orderId: order && deskIdOf(order), ownerEmail: order?.owner?.email ?? null },
    settlementId: may(caller.staff?.role ?? '', 'getDeskSettlement') ? settlementId : null,
    amountPaise: paise === null ? null : Number(paise),
    currency: paise === null ? null : (order?.currency ?? 'INR'),
    openedAt: found.openedAt.toISOString(),
    ...{ deadline: iso(found.deadline), waitUntil: iso(found.waitUntil), doneAt: iso(found.doneAt) },
    actions: isDecidable ? actions : [],
  };
}

type OwnPayment = FoundOrder['payments'][number];

function toPayment(facts: PaymentFacts<OwnPayment>): Schemas['DeskPayment'] {
  const { id, status, amountPaise, currency, method, feePaise, taxPaise, feeBearer, ...payment } = facts.payment;
  const { errorReason, errorSource, errorStep } = payment;
  return {
    ...{
      id,
      status,
      amountPaise,
      currency,
      method,
      feePaise,
      taxPaise,
      feeBearer,
      errorReason,
      errorSource,
      errorStep,
    },
    methodDetails: payment.methodDetails as Record<string, string>,
    references: payment.acquirerData as Record<string, string>,
    surplus: facts.surplus,
    settlement: payment.settlementId
      ? { id: payment.settlementId, day: payment.settledOn?.toISOString().slice(0, 10) ?? null, utr: payment.utr }
      : null,
    createdAt: payment.providerCreatedAt.toISOString(),
    refundStatus: facts.refundState,
    refundablePaise: refundableOf(facts),
    refunds: payment.refunds.map(
      ({ providerId, attempt, status, amountPaise, speed, reference, reason, ...times }) => ({
        ...{ id: providerId, attempt, status, amountPaise, speed, reference, reason },
        createdAt: times.providerCreatedAt.toISOString(),
      }),
    ),
  };
}

function moneyOf(order: FoundOrder): DeskOrder['money'] {
  const facts = factsOf(order);
  const received = facts.payments.filter((each) => each.received);
  const refunds = order.payments.flatMap((payment) => payment.refunds);
  const refundsIn = (status: string) =>
    sumPaise(
      refunds.filter((refund) => refund.status === status),
      ({ amountPaise }) => amountPaise,
    );
  const known = (name: 'feePaise' | 'taxPaise') =>
    received.some(({ payment }) => payment[name] !== null)
      ? sumPaise(received, ({ payment }) => payment[name] ?? 0)
      : null;
  return {
    receivedPaise: facts.receivedPaise,
    refundedPaise: refundsIn('processed'),
    refundPendingPaise: refundsIn('pending'),
    deductedPaise: sumPaise(order.disputes, ({ amountDeductedPaise }) => amountDeductedPaise),
    feePaise: known('feePaise'),
    taxPaise: known('taxPaise'),
    refundablePaise: sumPaise(facts.payments, refundableOf),
  };
}

const nothing = {
  subject: null,
  state: null,
  amountPaise: null,
  detail: null,
  reference: null,
  by: null,
  outcome: null,
};

/** The references of banks that a payer finds on a statement. */
const referenceOf = (data: unknown) => {
  const { rrn, utr, arn } = data as Record<string, string | undefined>;
  return rrn ?? utr ?? arn ?? null;
};

interface WithHistory {
  status: string;
  history: unknown;
}

/** When each state was known. Of rows from release 1.3 only the last state is known. @param begun its beginning */
function historyOf({ status, history }: WithHistory, begun: Date): { at: Date; state: string }[] {
  const known = (history as { at: string; state: string }[]).map(({ at, state }) => ({ at: new Date(at), state }));
  return known.length ? known : [{ at: begun, state: status }];
}

function* eventsOf(order: FoundOrder, { sent, waiting, log }: Surroundings): Generator<[Date, Partial<DeskEvent>]> {
  const { amountPaise } = order;
  yield [order.createdAt, { kind: 'created', amountPaise }];
  if (order.checkoutAt) yield [order.checkoutAt, { kind: 'checkout', by: order.owner?.email ?? null }];
  for (const payment of order.payments) {
    const { id: subject, amountPaise, errorReason, acquirerData, refunds, providerCreatedAt: begun } = payment;
    const event = { kind: 'payment' as const, subject, amountPaise };
    if ((payment.history as unknown[]).length) yield [begun, { ...event, state: 'started' }];
    for (const { at, state } of historyOf(payment, begun)) {
      const detail = state === 'failed' ? errorReason : null;
      yield [at, { ...event, state, detail, reference: referenceOf(acquirerData) }];
    }
    for (const refund of refunds)
      for (const { at, state } of historyOf(refund, refund.providerCreatedAt)) {
        const { providerId: subject, reason: detail, amountPaise, reference } = refund;
        yield [at, { kind: 'refund', state, subject, detail, amountPaise, reference }];
      }
  }
  for (const { at, from, to, cause, paymentId } of order.transitions)
    if (from) yield [at, { kind: 'status', state: to, detail: cause, subject: paymentId }];
  for (const {
    createdAt,
    state,
    paymentId: subject,
    amountPaise,
    message: detail,
    requestedBy: by,
  } of order.refundRequests)
    yield [createdAt, { kind: 'refund_request', ...{ subject, state, amountPaise, detail, by } }];
  for (const dispute of order.disputes) {
    const { id: subject, amountPaise, reasonCode: detail, closedAt, closingReason } = dispute;
    for (const { at, state } of historyOf(dispute, dispute.createdAt))
      yield [at, { kind: 'dispute', subject, state, amountPaise, detail }];
    if (closedAt) yield [closedAt, { kind: 'dispute_closed', subject, detail: closingReason }];
  }
  for (const { receivedAt, kind, processedAt } of order.events)
    yield [receivedAt, { kind: 'webhook', state: kind, detail: processedAt ? null : 'ignored' }];
  for (const { at, kind, outcome } of sent) yield [at, { kind: 'mail', state: outcome, detail: kind }];
  for (const { createdAt, kind } of waiting) yield [createdAt, { kind: 'mail', state: 'waiting', detail: kind }];
  for (const { at, operator, action, reason, outcome } of log)
    yield [at, { kind: 'staff', state: action, detail: reason, by: operator, outcome: outcome?.outcome ?? null }];
}

/** The payments of which a refund is being made, or not known. */
const openPaymentsOf = ({ refundRequests }: FoundOrder) =>
  refundRequests.filter(isOpen).map(({ paymentId }) => paymentId);

/** Operations that the caller may use on the order now. */
function actionsOf(order: FoundOrder, caller: Caller): DeskOrder['actions'] {
  const facts = factsOf(order);
  const open = openPaymentsOf(order);
  const refundable = facts.payments.filter((each) => refundableOf(each) > 0 && !open.includes(each.payment.id));
  const isBlocked = refundable.some(({ blockedBy }) => blockedBy);
  const actions: [DeskOrder['actions'][number], OperationId, isPossible: boolean][] = [
    ['checkDeskOrder', 'checkDeskOrder', true],
    ['refundDeskOrder', 'refundDeskOrder', refundable.length > 0 && !isBlocked],
    ['refundDespiteDispute', 'refundDeskOrder', isBlocked],
    ['closeDeskDispute', 'closeDeskDispute', facts.disputed && !facts.awaitsDecision],
    ['resendReceipt', 'resendDeskMail', !!order.receiptNumber && !!order.owner?.email],
  ];
  return actions.flatMap(([action, operation, isPossible]) =>
    isPossible && mayOnOrder(caller, operation, order.ownerId) ? action : [],
  );
}

/** An order as staff see it, with what the caller may do. */
export function toDeskOrder(order: FoundOrder, around: Surroundings, caller: Caller): DeskOrder {
  const { document, receipt, receiptNumber, status, disputed, amountPaise, currency, owner } = order;
  const facts = factsOf(order);
  // The provider's times are whole seconds: nothing comes before the order.
  const timeOf = (at: Date) => Math.max(at.getTime(), order.createdAt.getTime());
  const events = [...eventsOf(order, around)].sort(([a], [b]) => timeOf(a) - timeOf(b));
  return {
    id: deskIdOf(order),
    ...{ product: toProduct(order), document, receipt, receiptNumber, status, disputed, amountPaise, currency },
    ...refundsOf(facts),
    isRefunding: openPaymentsOf(order).length > 0,
    createdAt: order.createdAt.toISOString(),
    paidAt: iso(order.paidAt),
    nextCheckAt: iso(order.nextCheckAt),
    owner: owner && {
      ...{ id: owner.id, email: owner.email, emailVerifiedAt: iso(owner.emailVerifiedAt) },
      isDeleted: owner.deletedAt !== null,
    },
    money: moneyOf(order),
    payments: facts.payments.map(toPayment),
    disputes: order.disputes.map(({ orderId, respondBy, createdAt, closedAt, history, ...dispute }) => ({
      ...dispute,
      ...{ respondBy: iso(respondBy), createdAt: createdAt.toISOString(), closedAt: iso(closedAt) },
    })),
    needs: order.cases.map((each) => toCase(each, order, caller)),
    timeline: events.map(([at, event]) => ({ kind: 'created', ...nothing, ...event, at: at.toISOString() })),
    actions: actionsOf(order, caller),
  };
}
