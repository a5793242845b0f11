import { Link, useParams } from 'react-router-dom';
import { formatPaise } from '../../../../../packages/formats/formats.mjs';
import { Meter } from '../../site/sections/parts';
import { Accept, CloseMonth, Downloads } from './books-actions';
import { monthBeside, monthOf, thisMonth } from './books-words';
import { dayOf } from './day-plot';
import { $desk } from './desk-api';
import type { Schemas } from './desk-client';
import { Answer, type Column, DeskPage, DeskTable, Section, Time } from './desk-parts';
import { timeOf } from './desk-words';

type Month = Schemas['DeskMonth'];

/** The books of one Indian month. */
export function MonthPage() {
  const { month = thisMonth() } = useParams();
  const query = $desk.useQuery('get', '/desk/months/{month}', { params: { path: { month } } });
  return (
    <DeskPage title={`Books of ${/^\d{4}-\d\d$/.test(month) ? monthOf(month) : month}`}>
      <Answer query={query}>
        {(data) => (
          <>
            <Others month={data} />
            <p role="status">{stateOfMonth(data)}</p>
            <Statement month={data} />
            <Unexplained month={data} />
            <CloseMonth key={month} month={data} />
            <Downloads month={month} />
            <Settled month={data} />
            <Corrections month={data} />
          </>
        )}
      </Answer>
    </DeskPage>
  );
}

function stateOfMonth({ isClosed, closedAt, closedBy, importedUntil, asOf }: Month) {
  if (isClosed && closedAt) return `Closed ${timeOf(closedAt)} IST by ${closedBy}. Its totals do not change any more.`;
  const settled = importedUntil ? `settlements until ${dayOf(importedUntil)}` : 'no settlement is imported yet';
  return `Open. Counted ${timeOf(asOf)} IST, ${settled}.`;
}

function Others({ month: { month, firstMonth, lastMonth } }: { month: Month }) {
  const others = [monthBeside(month, -1), monthBeside(month, 1)];
  return (
    <nav className="row" aria-label="Months">
      {others
        .filter((other) => other >= firstMonth && other <= lastMonth)
        .map((other) => (
          <Link key={other} className="btn btn--small" to={`/desk/months/${other}`}>
            {monthOf(other)}
          </Link>
        ))}
    </nav>
  );
}

interface Movement {
  label: string;
  paise: number;
  isTotal?: boolean;
}

function movementsOf(month: Month): Movement[] {
  return [
    { label: 'At the provider when it began', paise: month.openingPaise, isTotal: true },
    { label: 'Captured', paise: month.capturedPaise },
    { label: 'Settled to the bank', paise: -month.settledPaise },
    { label: 'Refunded', paise: -month.refundedPaise },
    { label: 'Chargebacks', paise: -month.chargebacksPaise },
    { label: 'Fees', paise: -(month.feesPaise - month.gstPaise) },
    { label: 'GST on fees', paise: -month.gstPaise },
    {
      label: month.isClosed ? 'At the provider at its end' : 'At the provider now',
      paise: month.closingPaise,
      isTotal: true,
    },
  ];
}

/** A round amount, so that the largest movement has at most 50 cells. */
function cellPaise(largest: number) {
  const power = 10 ** Math.ceil(Math.log10(Math.max(largest, 5_000) / 50));
  return [5, 2, 1].map((part) => power / part).find((paise) => largest <= paise * 50) ?? power;
}

/** Where the captured rupees went: each bar begins at zero, all to one scale. */
function Statement({ month }: { month: Month }) {
  const movements = movementsOf(month);
  const largest = Math.max(...movements.map(({ paise }) => Math.abs(paise)));
  const cell = cellPaise(largest);
  const columns: Column<Movement>[] = [
    { label: 'Movement', cell: ({ label }) => label },
    {
      label: 'To scale',
      cell: ({ paise, label }) => (
        <Meter from={Math.abs(paise) / cell} of={Math.ceil(largest / cell) || 1} core={label.startsWith('Settled')} />
      ),
    },
    {
      label: 'Amount',
      cell: ({ paise, isTotal }) => `${!isTotal && paise > 0 ? '+' : ''}${formatPaise(paise)}`,
      numeric: true,
    },
  ];
  return (
    <Section title="Where the captured rupees went">
      <div className="desk-flow">
        <DeskTable
          caption="Movements of the month"
          columns={columns}
          rows={movements}
          keyOf={({ label }) => label}
          none=""
        />
      </div>
      <p className="caption">
        One cell is {formatPaise(cell)}. First balance plus movements are the last balance.
        {month.openingReason && ` The books opened with this balance: ${month.openingReason}`}
        {month.otherLines > 0 &&
          ` Of it, ${formatPaise(month.otherPaise)} after fees are from other systems in the same account (${month.otherLines} lines).`}
      </p>
    </Section>
  );
}

const unexplainedColumns: Column<Schemas['DeskUnexplained']>[] = [
  {
    label: 'What',
    cell: ({ subject, settlementId, orderId }) => {
      const to = settlementId ? `/desk/settlements/${settlementId}` : orderId && `/desk/orders/${orderId}`;
      return to ? <Link to={to}>{subject}</Link> : subject;
    },
  },
  {
    label: 'Next step',
    cell: ({ kind, subject, nextStep }) => (
      <>
        {nextStep}
        <Accept kind={kind} subject={subject} />
      </>
    ),
  },
  { label: 'Unexplained', cell: ({ paise }) => formatPaise(paise), numeric: true },
];

const Unexplained = ({ month: { unexplained, unexplainedCount, unexplainedPaise } }: { month: Month }) => (
  <Section title="Unexplained">
    <p>
      {unexplainedCount > 0
        ? `${formatPaise(unexplainedPaise)} in ${unexplainedCount === 1 ? '1 item' : `${unexplainedCount} items`}. The month closes once each is explained.`
        : 'Nothing: every rupee is explained.'}
    </p>
    {unexplainedCount > 0 && (
      <DeskTable
        caption="What is not explained"
        columns={unexplainedColumns}
        rows={unexplained}
        keyOf={({ kind, subject }) => kind + subject}
        none=""
      />
    )}
    {unexplained.length < unexplainedCount && <p>Only the first {unexplained.length} are shown.</p>}
  </Section>
);

const settledColumns: Column<Schemas['DeskMonthSettled']>[] = [
  { label: 'UTR', cell: ({ id, utr }) => <Link to={`/desk/settlements/${id}`}>{utr ?? id}</Link> },
  { label: 'Day (IST)', cell: ({ day }) => dayOf(day) },
  { label: 'To the bank', cell: ({ paise }) => formatPaise(paise), numeric: true },
];

const Settled = ({ month: { settlements } }: { month: Month }) => (
  <Section title="Settled by UTR">
    <DeskTable
      caption="Settlements, oldest first"
      columns={settledColumns}
      rows={settlements}
      keyOf={({ id, day }) => id + day}
      none="Nothing was settled."
    />
  </Section>
);

const correctionColumns: Column<Schemas['DeskCorrection']>[] = [
  { label: 'What', cell: ({ subject }) => subject },
  { label: 'Day (IST)', cell: ({ day }) => dayOf(day) },
  { label: 'Part of', cell: ({ kind }) => (kind === 'gst' ? 'GST on fees' : kind) },
  { label: 'Known since (IST)', cell: ({ at }) => <Time at={at} /> },
  { label: 'Change', cell: ({ paise }) => formatPaise(paise), numeric: true },
];

const Corrections = ({ month: { corrections, correctionCount } }: { month: Month }) =>
  correctionCount > 0 && (
    <Section title="Corrections of closed months">
      <p>These changes came after their month was closed. They are part of the totals above.</p>
      <DeskTable
        caption="Corrections"
        columns={correctionColumns}
        rows={corrections}
        keyOf={({ kind, subject, at }) => kind + subject + at}
        none=""
      />
      {corrections.length < correctionCount && <p>Only the first {corrections.length} are shown.</p>}
    </Section>
  );
