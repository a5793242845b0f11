import { Injectable } from '@nestjs/common';
import { PaymentProvider, type Period } from '../provider/port';
import type { SettlementLineReport, SettlementReport } from '../rules/books';

/** A line of a day. `copy`: 1, or more where the day lists it more than once. */
export type DayLine = SettlementLineReport & { copy: number };

const keyOf = ({ settlementId, type, entityId }: SettlementLineReport) => `${settlementId} ${type} ${entityId}`;

/** What the provider reports about settlements. */
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
    // A late row moves another one to the next page, where it is read again: only what is there twice again is.
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
