import { formatPaise } from '@novacore/shared/formats';
import type { ImportReport } from '../books/import';
import type { Month } from '../books/months';
import type { OpenItem } from '../generated/prisma/client';
import { section, table } from './print';

export const printImport = ({ since, until, days, lines }: ImportReport) =>
  days ? `Imported ${lines} lines of ${days} days, ${since} to ${until}.` : 'Nothing was paid yet.';

export const printDismissed = (items: OpenItem[]) =>
  items
    .map(({ subject, paise, detail }) => `Dismissed: ${subject}, ${formatPaise(Number(paise))}. ${detail}`)
    .join('\n');

function unexplainedOf({ unexplainedPaise, unexplainedCount, importedUntil }: Month) {
  if (unexplainedCount) return `${formatPaise(unexplainedPaise)}, ${unexplainedCount} items`;
  return importedUntil ? `nothing among the settlements until ${importedUntil}` : 'no settlement is imported yet';
}

export function printMonth(month: Month): string {
  const { openingPaise, openingReason, corrections, settlements, unexplained } = month;
  return [
    table([
      ['month', `${month.month}, ${month.isClosed ? `closed by ${month.closedBy}` : 'open'}`],
      ['opening', formatPaise(openingPaise) + (openingReason ? ` (${openingReason})` : '')],
      ['captured', formatPaise(month.capturedPaise)],
      ['refunded', formatPaise(-month.refundedPaise)],
      ['chargebacks', formatPaise(-month.chargebacksPaise)],
      ['fees', `${formatPaise(-month.feesPaise)}, of it GST ${formatPaise(-month.gstPaise)}`],
      ['settled', formatPaise(-month.settledPaise)],
      ['accepted', formatPaise(month.acceptedPaise)],
      ['closing', formatPaise(month.closingPaise)],
      ['other sources', `${month.otherLines} lines, ${formatPaise(month.otherPaise)}, contained`],
      ['unexplained', unexplainedOf(month)],
      ['imported until', month.importedUntil ?? '-'],
    ]),
    ...section(
      'settled',
      settlements.map(({ id, utr, day, paise }) => [`  ${day}`, utr ?? '-', id, formatPaise(paise)]),
    ),
    ...section(
      'accepted',
      month.accepted.map(({ day, subject, paise, reason }) => [`  ${day}`, subject, formatPaise(paise), reason ?? '']),
    ),
    ...section(
      'corrections of closed months',
      corrections.map(({ day, kind, subject, paise }) => [`  ${day}`, kind, subject, formatPaise(paise)]),
    ),
    ...section(
      'unexplained',
      unexplained.map(({ subject, paise, nextStep }) => [`  ${subject}`, formatPaise(paise), nextStep]),
    ),
  ].join('\n');
}
