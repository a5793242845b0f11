import { Injectable } from '@nestjs/common';
import { endOfDay, indianToday, lastDays } from '../../books/indian-days';
import { Prisma } from '../../database/prisma.service';
import type { DailyFigures } from '../../generated/prisma/client';
import { Jobs } from '../../jobs/jobs';

const shownDays = 30;
/** Figures can change for so long, because banks approve payments late and refunds may fail. */
const changingDays = 7;

/** The figures of Indian days. A day that is over is counted once an hour while it may change, and then kept. */
@Injectable()
export class Figures {
  constructor(
    private readonly prisma: Prisma,
    jobs: Jobs,
  ) {
    const run = async () =>
      this.count([...new Set([...(await this.daysToCount()), ...(await this.lastDays(changingDays))])]);
    jobs.add({ name: 'figures', periodMs: 3_600_000, on: 'one instance', run });
  }

  /** Counts today and ended days without a final count. @returns the oldest day first */
  async days(): Promise<DailyFigures[]> {
    await this.count(await this.daysToCount());
    return this.storedFigures();
  }

  private async lastDays(count: number) {
    return lastDays(count, await indianToday(this.prisma));
  }

  private async storedFigures(): Promise<DailyFigures[]> {
    const [first] = await this.lastDays(shownDays);
    const where = { day: { gte: new Date(`${first}T00:00:00Z`) } };
    return this.prisma.dailyFigures.findMany({ where, orderBy: { day: 'asc' } });
  }

  private async daysToCount(): Promise<string[]> {
    const counted = new Map(
      (await this.storedFigures()).map(({ day, countedAt }) => [day.toISOString().slice(0, 10), countedAt.getTime()]),
    );
    return (await this.lastDays(shownDays)).filter((day) => (counted.get(day) ?? 0) < endOfDay(day).getTime());
  }

  /** Reads the rows of each day from an index by time. India is five and a half hours ahead of UTC, always. */
  private async count(days: string[]) {
    for (const day of days)
      await this.prisma.$executeRaw`
        WITH limits AS (
          SELECT (${day}::timestamp - interval '330 minutes') AT TIME ZONE 'UTC' AS since,
            (${day}::timestamp + interval '1110 minutes') AT TIME ZONE 'UTC' AS until
        ), made AS (
          SELECT count(*) AS orders, count(*) FILTER (WHERE is_paid) AS paid,
            coalesce(sum(amount_paise) FILTER (WHERE is_paid), 0) AS paid_paise,
            count(*) FILTER (WHERE EXISTS (SELECT FROM payments WHERE order_id = o.id)) AS attempted
          FROM limits, LATERAL (SELECT id, amount_paise, status IN ('PAID', 'REFUNDED') AS is_paid FROM orders
            WHERE created_at >= since AND created_at < until) AS o
        ), returned AS (
          SELECT count(*) AS refunds, coalesce(sum(amount_paise), 0) AS refunded_paise
          FROM limits JOIN refunds ON provider_created_at >= since AND provider_created_at < until WHERE status <> 'failed'
        ), joined AS (
          SELECT count(*) AS sign_ups FROM limits JOIN users ON created_at >= since AND created_at < until
        )
        INSERT INTO daily_figures (day, orders, attempted, paid, paid_paise, refunds, refunded_paise, sign_ups, counted_at)
        SELECT ${day}::date, orders, attempted, paid, paid_paise, refunds, refunded_paise, sign_ups, now()
        FROM made, returned, joined
        ON CONFLICT (day) DO UPDATE SET orders = EXCLUDED.orders, attempted = EXCLUDED.attempted, paid = EXCLUDED.paid,
          paid_paise = EXCLUDED.paid_paise, refunds = EXCLUDED.refunds, refunded_paise = EXCLUDED.refunded_paise,
          sign_ups = EXCLUDED.sign_ups, counted_at = EXCLUDED.counted_at`;
  }
}
