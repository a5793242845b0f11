// Whether a line of a settlement is what our books expect. Pure rules; amounts in paise.
import type { SettlementLineReport } from '../payments/rules/books';

export type LineState = 'matched' | 'differs' | 'unknown' | 'other' | 'returned';

export interface Difference {
  field: 'amount' | 'fee' | 'tax' | 'net' | 'currency' | 'repeated' | 'day' | 'type';
  expected: string | number | null;
  reported: string | number | null;
}

type Unmatched = 'description' | 'settlementId' | 'paymentId' | 'method' | 'createdAt' | 'settledAt';

/** As much of a line as is matched. */
export interface Line extends Omit<SettlementLineReport, Unmatched> {
  /** The Indian day on which it is listed. */
  day: string;
  /** The failed refund that an adjustment returns. */
  refundId: string | null;
  /** The Indian day on which it was settled; null: it does not say. */
  settledDay: string | null;
}

/** What our books have for a line. */
export interface Known {
  orderId: string;
  currency: string;
  /** What it adds to a settlement, before the fee; negative: it is deducted. */
  paise: number;
  /** null: not told yet. */
  feePaise: number | null;
  taxPaise: number | null;
}

/** Where a line stands among the others. */
export interface Place {
  known?: Known;
  /** Our id of its order. */
  orderId?: string;
  /** Its settlement failed. */
  isReturned: boolean;
  /** Another line has the same payment, refund or adjustment, and counts. */
  isRepeated: boolean;
}

export interface Verdict {
  state: LineState;
  differences: Difference[];
  /** What it should add to its settlement. */
  expectedPaise: number;
  orderId: string | null;
}

export const netOf = ({ creditPaise, debitPaise }: Pick<Line, 'creditPaise' | 'debitPaise'>) =>
  creditPaise - debitPaise;

/** What of our books a line is about: an id of a payment, refund or dispute. undefined: we do not know. */
export function subjectOf({ type, entityId, disputeId, refundId, creditPaise }: Line) {
  if (type === 'refund' && creditPaise > 0) return { kind: 'returned refund', id: entityId } as const;
  if (type === 'payment' || type === 'refund') return { kind: type, id: entityId } as const;
  if (type !== 'adjustment') return undefined;
  if (disputeId) return { kind: creditPaise > 0 ? 'won dispute' : 'dispute', id: disputeId } as const;
  return refundId ? ({ kind: 'returned refund', id: refundId } as const) : undefined;
}

/** Our receipts have this form. Another system on the account may have others. */
const isOurReceipt = (receipt: string | null) => /^[0-9a-f]{32}$/.test(receipt ?? '');

const within = (paise: number, largest: number) => Math.max(0, Math.min(paise, largest));

function differencesOf(line: Line, { currency, paise, feePaise, taxPaise }: Known): Difference[] {
  const expected: Difference[] = [
    { field: 'currency', expected: currency, reported: line.currency },
    { field: 'currency', expected: 'INR', reported: line.currency },
    { field: 'amount', expected: Math.abs(paise), reported: line.amountPaise },
    { field: 'fee', expected: feePaise ?? within(line.feePaise, paise), reported: line.feePaise },
    { field: 'tax', expected: taxPaise ?? within(line.taxPaise, line.feePaise), reported: line.taxPaise },
    // From its own amount and fee: those are compared above.
    { field: 'net', expected: Math.sign(paise) * line.amountPaise - line.feePaise, reported: netOf(line) },
    { field: 'day', expected: line.settledDay ?? line.day, reported: line.day },
  ];
  const found = expected.filter((each) => each.expected !== each.reported);
  return found.filter(({ field }, index) => found.findIndex((other) => other.field === field) === index);
}

/** Compares a line with our books. */
export function matchLine(line: Line, { known, orderId, isReturned, isRepeated }: Place): Verdict {
  const verdict = (state: LineState, expectedPaise: number, differences: Difference[] = []): Verdict => ({
    ...{ state, differences, expectedPaise },
    orderId: known?.orderId ?? orderId ?? null,
  });
  if (isReturned) return verdict('returned', 0);
  const isOurs = orderId || known || isOurReceipt(line.receipt) || !line.providerOrderId;
  if (!isOurs && line.currency === 'INR' && !isRepeated) return verdict('other', netOf(line));
  if (isRepeated) return verdict('differs', 0, [{ field: 'repeated', expected: 1, reported: 2 }]);
  if (!subjectOf(line)) return verdict('unknown', 0, [{ field: 'type', expected: null, reported: line.type }]);
  if (!isOurs) return verdict('differs', 0, [{ field: 'currency', expected: 'INR', reported: line.currency }]);
  if (!known) return verdict('unknown', 0);
  const differences = differencesOf(line, known);
  const expectedPaise = known.paise - (known.feePaise ?? within(line.feePaise, known.paise));
  return verdict(differences.length ? 'differs' : 'matched', expectedPaise, differences);
}

/** Of a settlement: what its lines lack to its amount. 0 where lines that differ explain it, which are named themselves. */
export const missingPaise = (amountPaise: number, lines: { netPaise: number; expectedPaise: number }) =>
  amountPaise === lines.expectedPaise ? 0 : amountPaise - lines.netPaise;

/** Of a wrong line: what arrived more than expected. In another currency, nothing did. With `missingPaise` it adds up. */
export const excessPaise = (
  amountPaise: number,
  lines: { expectedPaise: number },
  line: Pick<Line, 'currency' | 'creditPaise' | 'debitPaise'> & { expectedPaise: number },
) => (amountPaise === lines.expectedPaise ? 0 : (line.currency === 'INR' ? netOf(line) : 0) - line.expectedPaise);

const rupees = (paise: unknown) => `₹${(Number(paise) / 100).toFixed(2)}`;

const wordsOf: Record<Difference['field'], (difference: Difference) => string> = {
  amount: ({ expected, reported }) => `the amount is ${rupees(reported)} instead of ${rupees(expected)}`,
  fee: ({ expected, reported }) => `the fee is ${rupees(reported)} instead of ${rupees(expected)}`,
  tax: ({ expected, reported }) => `the GST on the fee is ${rupees(reported)} instead of ${rupees(expected)}`,
  net: ({ expected, reported }) => `it brings ${rupees(reported)} where its amount and fee make ${rupees(expected)}`,
  currency: ({ expected, reported }) => `the currency is ${reported} instead of ${expected}`,
  repeated: () => 'it was settled before',
  day: ({ expected, reported }) => `it is listed on ${reported} and was settled on ${expected}`,
  type: ({ reported }) =>
    reported === 'adjustment'
      ? 'we do not know what the adjustment is for'
      : `we do not know lines of the type ${reported}`,
};

/** What is wrong with a line, and what to do, in words. */
export function stepFor(line: Pick<Line, 'type' | 'entityId'>, { state, differences, orderId }: Verdict): string {
  const name = `${line.type} ${line.entityId}`;
  if (differences.length)
    return `Of ${name}, ${differences.map((each) => wordsOf[each.field](each)).join(', and ')}. Ask the provider; accept it once it is explained.`;
  if (state !== 'unknown') return '';
  return orderId
    ? `Our order has no ${name}. Check the order; if it stays unknown, ask the provider.`
    : `Our books have no ${name}. Run npm run orders -- audit --since <day>; if it stays unknown, ask the provider.`;
}

/** A settlement, and what its lines add up to. */
export interface Sums {
  id: string;
  status: string;
  day: string;
  utr: string | null;
  amountPaise: number;
  netPaise: number;
  expectedPaise: number;
  repeatedBy: string | null;
  /** The bank should have it by now. */
  isLate: boolean;
}

/** Returns what is wrong with a settlement, and what to do; an empty `detail` if nothing is. */
export function settlementStep({ id, status, day, utr, amountPaise, repeatedBy, isLate, ...lines }: Sums) {
  const amount = `₹${(amountPaise / 100).toFixed(2)}`;
  if (status === 'failed') {
    const step = repeatedBy
      ? ` and was repeated by ${repeatedBy}. Check that the bank statement has one credit only, then accept it.`
      : '. Check the bank account that the provider has; it repeats the settlement.';
    return { paise: 0, detail: `Settlement ${id} of ${amount} failed${step}` };
  }
  if (status === 'unknown')
    return {
      paise: 0,
      detail: `The provider has lines of settlement ${id}, and not the settlement itself. Ask the provider.`,
    };
  const missing = missingPaise(amountPaise, lines);
  const less = `lack ₹${(missing / 100).toFixed(2)}`;
  const more = `are ₹${(-missing / 100).toFixed(2)} more than it`;
  const late =
    status === 'created'
      ? `Settlement ${id} of ${amount} was made on ${day} and is not paid yet. Ask the provider when it pays it.`
      : `Settlement ${id} of ${amount} was paid and has no UTR. Ask the provider for it, and check the bank statement.`;
  const sum = missing
    ? `The lines of settlement ${id} (UTR ${utr ?? 'not told'}) do not add up to ${amount}: they ${missing > 0 ? less : more}. Late lines come within three days; then ask the provider.`
    : '';
  return { paise: missing, detail: [sum, isLate ? late : ''].filter(Boolean).join(' ') };
}
