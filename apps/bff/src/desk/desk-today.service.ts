import { Injectable } from '@nestjs/common';
import { version } from '../contract/contract';
import type { Caller, Reply } from '../contract/types';
import { Prisma } from '../database/prisma.service';
import { Jobs } from '../jobs/jobs';
import { Reconciler } from '../payments/work/reconciler';
import { Figures } from './figures/figures';
import { operationsFor } from './policy/policy';

/** A count for people: more are as bad. */
const mostCounted = 1_000;
const providerTimeoutMs = 2_000;

const startedAt = new Date();

const iso = (at: Date | null | undefined) => at?.toISOString() ?? null;

/** The first page of the desk. */
@Injectable()
export class DeskToday {
  constructor(
    private readonly prisma: Prisma,
    private readonly figures: Figures,
    private readonly reconciler: Reconciler,
    private readonly jobs: Jobs,
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
      version,
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
