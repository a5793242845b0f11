// Whether a line of a settlement is what our books expect. Pure rules; amounts in paise.
import type { SettlementLineReport } from '../payments/rules/books';

export type LineState = 'matched' | 'differs' | 'unknown' | 'other' | 'returned';

export interface Difference {
  field: 'amount' | 'fee' | 'tax' | 'net' | 'currency' | 'repeated' | 'day' | 'type';
  expected: string | number | null;
  reported: string | number | null;
}

type Unmatched = 'description' | 'settlementId' | 'paymentId' | 'disputeId' | 'method' | 'createdAt' | 'settledAt';

/** As much of a line as is matched. */
export interface Line extends Omit<SettlementLineReport, Unmatched> {
  /** The payment, refund or dispute that it is about. */
  subject: string;
  /** The Indian day on which it is listed. */
  day: string;
  /** The Indian day on which it was settled; null: it does not say. */
  settledDay: string | null;
  /** The status of its settlement. */
  status: string;
  /** Our id of its order. */
  ourOrderId: string | null;
}

/** Our record of a payment, refund or dispute. */
export interface Expectation {
  orderId: string;
  currency: string;
  /** Its contribution to a settlement before the fee. Negative if it is deducted. */
  paise: number;
  /** Null if it is not known yet. */
  feePaise: number | null;
  taxPaise: number | null;
  /** The refund failed, or the dispute was won: what was deducted is returned. */
  isUndone: boolean;
}

export interface Verdict {
  state: LineState;
  differences: Difference[];
  /** Its expected contribution to the settlement. */
  expectedPaise: number;
  orderId: string | null;
}

export const netOf = ({ creditPaise, debitPaise }: Pick<Line, 'creditPaise' | 'debitPaise'>) =>
  creditPaise - debitPaise;

/** Our receipts have this form. Another system on the account may have others. */
const isOurReceipt = (receipt: string | null) => /^[0-9a-f]{32}$/.test(receipt ?? '');

const within = (paise: number, largest: number) => Math.max(0, Math.min(paise, largest));

function differencesOf(line: Line, { currency, paise, feePaise, taxPaise }: Expectation): Difference[] {
  const expected: Difference[] = [
    { field: 'currency', expected: currency, reported: line.currency },
    { field: 'currency', expected: 'INR', reported: line.currency },
    { field: 'amount', expected: Math.abs(paise), reported: line.amountPaise },
    { field: 'fee', expected: feePaise ?? within(line.feePaise, paise), reported: line.feePaise },
    { field: 'tax', expected: taxPaise ?? within(line.taxPaise, line.feePaise), reported: line.taxPaise },
    // Computed from the line's own amount and fee: those are compared above.
    { field: 'net', expected: Math.sign(paise) * line.amountPaise - line.feePaise, reported: netOf(line) },
    { field: 'day', expected: line.settledDay ?? line.day, reported: line.day },
  ];
  const found = expected.filter((each) => each.expected !== each.reported);
  return found.filter(({ field }, index) => found.findIndex((other) => other.field === field) === index);
}

/** A refund or dispute is deducted. It is returned, as a credit, only if it is undone. */
function expectationOf({ creditPaise }: Line, expectation?: Expectation): Expectation | undefined {
  if (!expectation || expectation.paise >= 0 || creditPaise === 0) return expectation;
  return expectation.isUndone ? { ...expectation, paise: -expectation.paise } : undefined;
}

/** Compares a line with what it should be. @param isRepeated another line has the same money, and counts */
export function matchLine(line: Line, expectation?: Expectation, isRepeated = false): Verdict {
  const { type, currency, entityId, subject } = line;
  const known = expectationOf(line, expectation);
  const verdict = (state: LineState, expectedPaise: number, differences: Difference[] = []): Verdict => ({
    state,
    differences,
    expectedPaise,
    orderId: known?.orderId ?? line.ourOrderId,
  });
  if (line.status === 'failed') return verdict('returned', 0);
  const isOurs = line.ourOrderId || known || isOurReceipt(line.receipt) || !line.providerOrderId;
  if (!isOurs && currency === 'INR' && !isRepeated) return verdict('other', netOf(line));
  if (isRepeated) return verdict('differs', 0, [{ field: 'repeated', expected: 1, reported: 2 }]);
  const isKnownType = type === 'payment' || type === 'refund' || (type === 'adjustment' && subject !== entityId);
  if (!isKnownType) return verdict('unknown', 0, [{ field: 'type', expected: null, reported: type }]);
  if (!isOurs) return verdict('differs', 0, [{ field: 'currency', expected: 'INR', reported: currency }]);
  if (!known) return verdict('unknown', 0);
  const differences = differencesOf(line, known);
  const expectedPaise = known.paise - (known.feePaise ?? within(line.feePaise, known.paise));
  return verdict(differences.length ? 'differs' : 'matched', expectedPaise, differences);
}

/** Judges all lines about one subject. The first credit and the first debit count, in the order of the lines. */
export function judge<Stored extends Line>(lines: Stored[], expectation?: Expectation) {
  const counted = new Set<boolean>();
  return lines.map((line) => {
    const isCredit = line.creditPaise > 0;
    const isRepeated = counted.has(isCredit);
    if (line.status !== 'failed') counted.add(isCredit);
    return { line, ...matchLine(line, expectation, isRepeated) };
  });
}

/** The amount of a settlement that its lines lack; 0 if lines that differ explain it, because each has a case. */
const missingPaise = (amountPaise: number, lines: { netPaise: number; expectedPaise: number }) =>
  amountPaise === lines.expectedPaise ? 0 : amountPaise - lines.netPaise;

/** The amount of a line's settlement, and the amount that its lines should add up to. */
export interface OfSettlement {
  settlementPaise: number;
  settlementExpectedPaise: number;
}

/** The surplus of a wrong line over its expectation. It adds up with `missingPaise`. */
export const excessPaise = (line: OfSettlement & Line & Verdict) =>
  line.settlementPaise === line.settlementExpectedPaise
    ? 0
    : (line.currency === 'INR' ? netOf(line) : 0) - line.expectedPaise;

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

/** Says what is wrong with a line and what to do. */
export function stepFor(line: Pick<Line, 'type' | 'entityId'>, { state, differences, orderId }: Verdict): string {
  const name = `${line.type} ${line.entityId}`;
  if (differences.length)
    return `${name}: ${differences.map((each) => wordsOf[each.field](each)).join(', and ')}. Ask Razorpay; accept it once it is explained.`;
  if (state !== 'unknown') return '';
  return orderId
    ? `Our order has no ${name}. Check the order; if it stays unknown, ask Razorpay.`
    : `Our books have no ${name}. Run npm run orders -- audit --since <day>; if it stays unknown, ask Razorpay.`;
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
  /** The bank should have it by now. */
  isLate: boolean;
}

/** Returns what is wrong with a settlement, and what to do; an empty `detail` if nothing is. */
export function settlementStep({ id, status, day, utr, amountPaise, isLate, ...lines }: Sums) {
  const name = `Settlement ${id} of ${rupees(amountPaise)}`;
  const only = (detail: string) => ({ paise: 0, detail });
  if (status === 'failed')
    return only(
      `${name} failed. Check the bank account that Razorpay has; Razorpay pays the lines again in another settlement. Check that the bank statement has one credit only, then accept it.`,
    );
  if (status === 'unknown')
    return only(`Razorpay has lines of settlement ${id}, but not the settlement itself. Ask Razorpay.`);
  const paise = missingPaise(amountPaise, lines);
  const sum = `The lines of settlement ${id} (UTR ${utr ?? 'not told'}) do not add up to ${rupees(amountPaise)}: they ${
    paise > 0 ? `lack ${rupees(paise)}` : `are ${rupees(-paise)} more than it`
  }. Late lines come within three days; then ask Razorpay.`;
  const late =
    status === 'created'
      ? `${name} was made on ${day} and is not paid yet. Ask Razorpay when it pays it.`
      : `${name} was paid and has no UTR. Ask Razorpay for it, and check the bank statement.`;
  return { paise, detail: [paise && sum, isLate && late].filter(Boolean).join(' ') };
}
