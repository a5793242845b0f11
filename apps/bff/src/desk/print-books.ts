import type { ImportReport } from '../books/import';
import type { Month } from '../books/months';
import { money, section, table } from './print';

const rupees = (paise: number) => money(paise, 'INR');

export const printImport = ({ since, until, days, lines }: ImportReport) =>
  days ? `Imported ${lines} lines of ${days} days, ${since} to ${until}.` : 'Nothing was paid yet.';

export function printMonth(month: Month): string {
  const { openingPaise, openingReason, corrections, settlements, unexplained, unexplainedCount } = month;
  return [
    table([
      ['month', `${month.month}, ${month.isClosed ? `closed by ${month.closedBy}` : 'open'}`],
      ['opening', rupees(openingPaise) + (openingReason ? ` (${openingReason})` : '')],
      ['captured', rupees(month.capturedPaise)],
      ['refunded', rupees(-month.refundedPaise)],
      ['chargebacks', rupees(-month.chargebacksPaise)],
      ['fees', `${rupees(-month.feesPaise)}, of it GST ${rupees(-month.gstPaise)}`],
      ['settled', rupees(-month.settledPaise)],
      ['accepted', rupees(month.acceptedPaise)],
      ['closing', rupees(month.closingPaise)],
      ['other sources', `${month.otherLines} lines, ${rupees(month.otherPaise)}, contained`],
      ['unexplained', `${rupees(month.unexplainedPaise)}, ${unexplainedCount} items`],
      ['imported until', month.importedUntil ?? '-'],
    ]),
    ...section(
      'settled',
      settlements.map(({ id, utr, day, paise }) => [`  ${day}`, utr ?? '-', id, rupees(paise)]),
    ),
    ...section(
      'accepted',
      month.accepted.map(({ day, subject, paise, reason }) => [`  ${day}`, subject, rupees(paise), reason ?? '']),
    ),
    ...section(
      'corrections of closed months',
      corrections.map(({ day, kind, subject, paise }) => [`  ${day}`, kind, subject, rupees(paise)]),
    ),
    ...section(
      'unexplained',
      unexplained.map(({ subject, paise, nextStep }) => [`  ${subject}`, rupees(paise), nextStep]),
    ),
  ].join('\n');
}
