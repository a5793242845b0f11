import type { Schemas } from './desk-client';
import { dayOf } from './desk-words';

type Settlement = Schemas['DeskSettlement'];

/** The Indian month of a month or day of the contract: Jan 2026. */
export const monthOf = (month: string) => dayOf(`${month.slice(0, 7)}-10`).slice(3);

/** The month before or after. */
export function adjacentMonth(month: string, step: 1 | -1) {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + step)).toISOString().slice(0, 7);
}

/** The calendar of the books is that of India, whatever the clock of this computer says. */
export const thisMonth = () => new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 7);

/** The conditions for closing an open month. */
export function closingWaitsFor(books: Schemas['DeskMonth']) {
  const { month, nextToClose, lastMonth, importedUntil, unexplainedCount } = books;
  if (month !== nextToClose) return `Months close in order. The next is ${monthOf(nextToClose)}.`;
  if (month === lastMonth) return 'The month is not over.';
  if (unexplainedCount) return `Not explained: ${unexplainedCount}. Accept each difference, or wait until it ends.`;
  const imported = importedUntil
    ? `Settlements are imported until ${dayOf(importedUntil)}`
    : 'No settlement is imported';
  return `${imported}. The month can be closed once its last day is.`;
}

export const settlementWords: Record<Settlement['status'], string> = {
  created: 'On its way to the bank',
  processed: 'Paid to the bank',
  failed: 'Failed: the bank returned it',
  unknown: 'Not reported yet; only its lines are known',
};

export const matchWords: Record<Settlement['match'], string> = {
  matched: 'Matches',
  differs: 'Differs',
  accepted: 'Differences accepted',
};

export const accountWords: Record<Schemas['DeskAccount'], string> = {
  fees: 'Fees',
  gst: 'GST on fees',
  rounding: 'Rounding',
  suspense: 'Suspense',
};

/** Rupees as typed, such as 1250.5 or -3, in paise. */
export const paiseOf = (rupees: string) => Math.round(Number(rupees) * 100);

export const lineWords: Record<Schemas['DeskLineStateName'], string> = {
  matched: 'Matches',
  differs: 'Differs',
  unknown: 'Unknown here',
  other: 'Another source',
  returned: 'Returned with its settlement',
};

/** A line that differs says in what, and what to do. "Accepted: the bank charged more." */
export function stateOfLine({ state, item }: Schemas['DeskSettlementLine']) {
  const accepted = item?.explanation && ` Accepted: ${item.explanation}`;
  return item ? `${lineWords[state]}. ${item.nextStep}${accepted ?? ''}` : lineWords[state];
}

/** "118, of them 1 differs and 1 unknown". */
export function countOfLines({ matched, differs, unknown, other, returned }: Schemas['DeskLineCounts']) {
  const total = matched + differs + unknown + other + returned;
  const parts = Object.entries({ differ: differs, unknown: unknown, 'of other sources': other, returned: returned })
    .filter(([, count]) => count > 0)
    .map(([words, count]) => `${count} ${words}`);
  return parts.length ? `${total}, ${parts.join(', ')}` : String(total);
}
