import { Injectable } from '@nestjs/common';
import type { components } from '@novacore/contract';
import { booksItemKinds } from '../books/open-items';
import { contract } from '../contract/contract';
import type { Caller, Input, Reply } from '../contract/types';
import { Prisma } from '../database/prisma.service';
import type { Prisma as Client } from '../generated/prisma/client';
import { Jobs } from '../jobs/jobs';
import { factsOf, refundableOf } from '../payments/rules/facts';
import { awaitsDecision } from '../payments/rules/merge';
import { Reconciler } from '../payments/work/reconciler';
import { isOpen } from '../payments/work/refunds';
import { invalidInput, Refusal } from '../problem/problem';
import { AuditLog, byOf } from './audit-log';
import { reasonOf } from './desk-problems';
import { Figures } from './figures';
import { deskIdOf } from './order-replies';
import { mayOnOrder, operationsFor, requireOthersOrder } from './policy';

type DeskItem = components['schemas']['DeskItem'];

const shownItems = 200;
/** A count for people: more are as bad. */
const mostCounted = 1_000;
const providerTimeoutMs = 2_000;

const startedAt = new Date();

const ofItem = {
  order: {
    include: { owner: true, refundRequests: true, payments: { include: { refunds: true, disputes: true } } },
  },
} satisfies Client.OpenItemInclude;
type FoundItem = Client.OpenItemGetPayload<{ include: typeof ofItem }>;

const iso = (at: Date | null | undefined) => at?.toISOString() ?? null;

/** What is on the first page of the desk. */
@Injectable()
export class DeskToday {
  constructor(
    private readonly prisma: Prisma,
    private readonly figures: Figures,
    private readonly reconciler: Reconciler,
    private readonly jobs: Jobs,
    private readonly log: AuditLog,
  ) {}

  async access(caller: Caller): Promise<Reply<'getDeskAccess'>> {
    const { staff, passkeyAt = new Date(0), tokenExpiresAt } = caller;
    const after = (minutes: number) =>
      new Date(Math.min(passkeyAt.getTime() + minutes * 60_000, tokenExpiresAt.getTime())).toISOString();
    const { role = '', name = '' } = staff ?? {};
    const operations = operationsFor(role);
    return {
      role,
      operations,
      email: name,
      passkeyAt: passkeyAt.toISOString(),
      readUntil: after(60),
      moneyUntil: after(5),
    };
  }

  async listItems(caller: Caller): Promise<Reply<'listDeskItems'>> {
    const asOf = new Date();
    const where = { closedAt: null, dismissedAt: null, since: { lte: asOf } };
    const order = { orderBy: { since: 'asc' }, take: shownItems + 1 } as const;
    const found = await this.prisma.openItem.findMany({ where, ...order, include: ofItem });
    const shown = found.slice(0, shownItems);
    const waitingMails = shown.some(({ kind }) => kind === 'outbox') ? (await this.waitingMails()).waiting : 0;
    await this.log.addRead('list items', byOf(caller), { hits: shown.length });
    const items = shown.map((item) => toItem(item, { waitingMails, caller }));
    return { items, hasMore: found.length > shownItems, asOf: asOf.toISOString() };
  }

  /**
   * Ends an item, whether it was mailed or not. Repeating it changes nothing. An item of the books ends with the difference
   * that was shown.
   * @throws Refusal `item_unknown`, `item_changed`; Problem 400 invalid_input
   */
  async dismiss({ path, body, caller }: Input<'dismissDeskItem'>): Promise<undefined> {
    const reason = reasonOf(body);
    if (body.paise === undefined && booksItemKinds.some((kind) => kind === path.kind)) {
      throw invalidInput('/paise', 'is required for this kind of item');
    }
    const { kind, subject } = path;
    const item = await this.prisma.openItem.findUnique({
      where: { kind_subject: { kind, subject }, closedAt: null },
      include: { order: { select: { ownerId: true } } },
    });
    if (!item?.orderId && !item?.day) throw new Refusal('item_unknown', { id: subject });
    const by = { ...byOf(caller), reason };
    await this.log.act({ action: `dismiss ${subject}`, subjectId: item.orderId }, by, async () => {
      requireOthersOrder(caller, 'dismissDeskItem', item.order?.ownerId ?? null);
      const dismissed = await this.prisma.$executeRaw`
      UPDATE open_items SET dismissed_at = coalesce(dismissed_at, now()),
        dismissal_reason = CASE WHEN dismissed_at IS NULL THEN ${reason} ELSE dismissal_reason END
      WHERE kind = ${kind} AND subject = ${subject} AND closed_at IS NULL
        AND (paise IS NULL OR paise = ${body.paise ?? null}::bigint)`;
      if (!dismissed) throw new Refusal('item_changed', { id: subject });
    });
  }

  async getFigures(): Promise<Reply<'getDeskFigures'>> {
    const days = await this.figures.days();
    return {
      timeZone: 'Asia/Kolkata',
      asOf: iso(days.at(-1)?.countedAt) ?? new Date().toISOString(),
      days: days.map(({ day, countedAt, paidPaise, refundedPaise, ...counts }) => ({
        ...counts,
        day: day.toISOString().slice(0, 10),
        paidPaise: Number(paidPaise),
        refundedPaise: Number(refundedPaise),
      })),
    };
  }

  async getHealth(): Promise<Reply<'getDeskHealth'>> {
    const [overdue, outbox, event, reachable] = await Promise.all([
      this.overdueOrders(),
      this.waitingMails(),
      this.prisma.webhookEvent.findFirst({ orderBy: { receivedAt: 'desc' } }),
      this.reconciler.isProviderReachable(providerTimeoutMs),
    ]);
    const lastRun = this.jobs.all.find(({ options }) => options.name === 'reconciler')?.runs.lastAt;
    return {
      version: contract.info.version,
      startedAt: startedAt.toISOString(),
      asOf: new Date().toISOString(),
      reconciler: { lastRunAt: lastRun ? new Date(lastRun).toISOString() : null, ...overdue },
      outbox,
      webhook: { lastAt: iso(event?.receivedAt) },
      provider: { reachable },
    };
  }

  private async overdueOrders() {
    const [found] = await this.prisma.$queryRaw<{ count: number; oldest: Date | null }[]>`
      SELECT count(*)::int AS count, min(next_check_at) AS oldest FROM (
        SELECT next_check_at FROM orders WHERE next_check_at < now() - interval '5 minutes'
        ORDER BY next_check_at LIMIT ${mostCounted}::int) AS overdue`;
    return { overdueOrders: found?.count ?? 0, oldestDueAt: iso(found?.oldest) };
  }

  private async waitingMails() {
    const [found] = await this.prisma.$queryRaw<{ count: number; oldest: Date | null }[]>`
      SELECT count(*)::int AS count, min(created_at) AS oldest FROM (
        SELECT created_at FROM mail_outbox WHERE kind <> 'OPERATOR_ALERT'
        ORDER BY created_at LIMIT ${mostCounted}::int) AS waiting`;
    return { waiting: found?.count ?? 0, oldestAt: iso(found?.oldest) };
  }
}

interface Surroundings {
  waitingMails: number;
  caller: Caller;
}

/** What comes next, without what the role does not allow. */
function stepsOf({ kind, orderId, settlementId, order }: FoundItem, isDecided: boolean, { caller }: Surroundings) {
  const isRefundable =
    !!order && !order.refundRequests.some(isOpen) && factsOf(order).payments.some((each) => refundableOf(each) > 0);
  const refund: DeskItem['steps'] = isRefundable ? ['refundDeskOrder'] : [];
  const ofFinance: Record<string, DeskItem['steps']> = {
    review: [...refund, 'dismissDeskItem'],
    dispute: isDecided ? ['closeDeskDispute', 'dismissDeskItem'] : ['dismissDeskItem'],
    refund: [...refund, 'dismissDeskItem'],
    deleted: [...refund, 'dismissDeskItem'],
    settlement: settlementId ? ['getDeskSettlement', 'dismissDeskItem'] : ['dismissDeskItem'],
    line: ['getDeskSettlement', 'dismissDeskItem'],
    unsettled: ['dismissDeskItem'],
  };
  const steps: DeskItem['steps'] = [...(ofFinance[kind] ?? []), ...(orderId ? (['checkDeskOrder'] as const) : [])];
  return steps.filter((step) => mayOnOrder(caller, step, order?.ownerId ?? null));
}

const moneyOf = (order: FoundItem['order'], part?: { amountPaise: number }) =>
  part?.amountPaise ?? order?.amountPaise ?? null;

function toItem(item: FoundItem, around: Surroundings): DeskItem {
  const { kind, subject, order, since } = item;
  const dispute = order?.payments.flatMap(({ disputes }) => disputes).find(({ id }) => id === subject);
  const payment = order?.payments.find(({ id }) => id === subject);
  const isDecided = !!order && !factsOf(order).awaitsDecision && !(dispute && awaitsDecision(dispute));
  return {
    kind: kind as DeskItem['kind'],
    subject,
    orderId: order && deskIdOf(order),
    settlementId: item.settlementId,
    amountPaise: item.paise === null ? moneyOf(order, dispute ?? payment) : Math.abs(Number(item.paise)),
    currency: item.paise === null ? (order?.currency ?? null) : 'INR',
    ownerEmail: order?.owner?.email ?? null,
    since: since.toISOString(),
    respondBy: iso(dispute?.respondBy),
    waitingMails: kind === 'outbox' ? around.waitingMails : null,
    nextStep: item.detail,
    steps: stepsOf(item, isDecided, around),
  };
}
