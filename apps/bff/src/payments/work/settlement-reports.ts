import { Injectable } from '@nestjs/common';
import { PaymentProvider, type Period } from '../provider/port';
import type { SettlementLineReport, SettlementReport } from '../rules/books';

/** `copy` counts lines that a day lists more than once, from 1. */
export type DayLine = SettlementLineReport & { copy: number };

const keyOf = ({ settlementId, type, entityId }: SettlementLineReport) => `${settlementId} ${type} ${entityId}`;

@Injectable()
export class SettlementReports {
  constructor(private readonly provider: PaymentProvider) {}

  async madeIn(period: Period): Promise<SettlementReport[]> {
    const found: SettlementReport[] = [];
    for await (const page of this.provider.settlementsIn(period)) found.push(...page);
    return found;
  }

  /** @param day such as 2026-01-15 */
  async linesOf(day: string): Promise<DayLine[]> {
    const lines = await this.read(day);
    // A late row moves another one to the next page, so we read duplicates again to confirm them.
    return lines.some(({ copy }) => copy > 1) ? this.read(day) : lines;
  }

  private async read(day: string): Promise<DayLine[]> {
    const copies = new Map<string, number>();
    const lines: DayLine[] = [];
    for await (const page of this.provider.settledOn(day))
      for (const line of page) {
        const copy = (copies.get(keyOf(line)) ?? 0) + 1;
        copies.set(keyOf(line), copy);
        lines.push({ ...line, copy });
      }
    return lines;
  }
}
