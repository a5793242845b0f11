import type { Line } from './entities';

type Change = (line: Line) => Line[];

/** An unknown id of the same form, the same at every read. */
function unknown(prefix: string, id: string): string {
  return `${prefix}_${[...id.slice(-14)].reverse().join('')}`;
}

/** Changes to a shown line. The settlement's amount follows them, so that only the line is wrong. */
const LINE_FAULTS = {
  wrong_amount: (line) => {
    const side = line.debit ? 'debit' : 'credit';
    return [{ ...line, amount: line.amount + 100, [side]: line[side] + 100 }];
  },
  wrong_fee: (line) => [{ ...line, fee: line.fee + 100, credit: line.credit - 100 }],
  wrong_tax: (line) => [{ ...line, tax: line.tax + 1 }],
  currency: (line) => [{ ...line, currency: 'USD' }],
  line_twice: (line) => [line, line],
  unknown_payment: (line) => [line, { ...line, entity_id: unknown('pay', line.entity_id) }],
  unknown_refund: (line) => {
    const { entity_id, amount } = line;
    const refund = { type: 'refund', payment_id: entity_id, debit: amount, credit: 0, fee: 0, tax: 0 } as const;
    return [line, { ...line, ...refund, entity_id: unknown('rfnd', entity_id) }];
  },
} satisfies Record<string, Change>;

/** Faults of the report or the settlement, not of a line. */
const SETTLEMENT_FAULTS = ['line_missing', 'late_row', 'other_day', 'settlement_failed', 'sum_off'] as const;

export type SettlementFault = keyof typeof LINE_FAULTS | (typeof SETTLEMENT_FAULTS)[number];
export const SETTLEMENT_FAULT_NAMES = [...Object.keys(LINE_FAULTS), ...SETTLEMENT_FAULTS];
export const OF_PAYMENTS_ONLY: readonly SettlementFault[] = [
  'wrong_fee',
  'wrong_tax',
  'unknown_payment',
  'unknown_refund',
];

function changed(line: Line, fault?: SettlementFault): Line[] {
  const change = (LINE_FAULTS as Partial<Record<string, Change>>)[fault ?? ''];
  return change ? change(line) : [line];
}

/** The rows of a line in the provider's report. */
export function shownRows(line: Line, fault?: SettlementFault) {
  if (fault === 'line_missing') return [];
  return changed(line, fault).map(({ settles_at: _, ...row }) => ({ ...row, settled: true }));
}

/** The difference between the settlement's amount and its true lines, in paise. */
export function unsummed(line: Line, fault: SettlementFault): number {
  if (fault === 'sum_off') return 1;
  const shown = changed(line, fault).reduce((sum, { credit, debit }) => sum + credit - debit, 0);
  return shown - (line.credit - line.debit);
}
