import { formatPaise } from '@novacore/shared/formats';
import { Link, useParams } from 'react-router-dom';
import { AcceptDifferences, CloseMonth, Downloads } from './books-actions';
import { accountWords, adjacentMonth, monthOf, thisMonth } from './books-words';
import { $desk } from './desk-api';
import type { Schemas } from './desk-client';
import { Answer, type Columns, DeskPage, DeskTable, Section, Time } from './desk-parts';
import { dayOf, timeOf } from './desk-words';

type Month = Schemas['DeskMonth'];

/** The books of one Indian month. */
export function MonthPage() {
  const { month = thisMonth() } = useParams();
  const query = $desk.useQuery('get', '/desk/months/{month}', { params: { path: { month } } });
  return (
    <DeskPage title={`Books of ${/^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? monthOf(month) : month}`}>
      <Answer query={query}>
        {(data) => (
          <>
            <Others month={data} />
            <p role="status">{stateOfMonth(data)}</p>
            <Statement month={data} />
            <Receipts month={data} />
            <Unexplained month={data} />
            <AcceptDifferences open={data.unexplained} />
            <Accepted month={data} />
            <CloseMonth key={month} month={data} />
            <Downloads month={data} />
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
  const others = [adjacentMonth(month, -1), adjacentMonth(month, 1)];
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

type Movement = readonly [name: string, paise: number];

const movementsOf = (month: Month): Movement[] => [
  ['At Razorpay when it began', month.openingPaise],
  ['Captured', month.capturedPaise],
  ['Settled to the bank', -month.settledPaise],
  ['Refunded', -month.refundedPaise],
  ['Chargebacks', -month.chargebacksPaise],
  ['Fees', month.gstPaise - month.feesPaise],
  ['GST on fees', -month.gstPaise],
  ['Accepted differences', month.acceptedPaise],
  [month.isClosed ? 'At Razorpay at its end' : 'At Razorpay now', month.closingPaise],
];

const numberColumns: Columns<Movement> = { Movement: ([name]) => name, Amount: ([, paise]) => formatPaise(paise) };

const Statement = ({ month }: { month: Month }) => (
  <Section title="Where the captured rupees went">
    <DeskTable caption="Movements" columns={numberColumns} numeric={['Amount']} rows={movementsOf(month)} none="" />
    <p className="caption">
      The first balance and the movements add up to the last balance.
      {month.openingReason && ` Why the books opened with it: ${month.openingReason}`}
      {month.otherLines > 0 &&
        ` Other systems in the same account brought ${formatPaise(month.otherPaise)} of it, after fees.`}
    </p>
  </Section>
);

/** The server sends 200 rows at most. */
const captionOf = (words: string, { length }: unknown[]) =>
  length < 200 ? words : `${words}. These are 200; the downloads have all`;

type Other = Month['receipts']['withoutReceipt'][number];

const withoutColumns: Columns<Other> = {
  Payment: ({ paymentId, orderId }) => (orderId ? <Link to={`/desk/orders/${orderId}`}>{paymentId}</Link> : paymentId),
  'Day (IST)': ({ day }) => dayOf(day),
  Captured: ({ paise }) => formatPaise(paise),
};

const Receipts = ({ month: { receipts, capturedPaise } }: { month: Month }) => (
  <Section title="Receipts and what was captured">
    <DeskTable
      caption="Receipts and what was captured"
      columns={numberColumns}
      numeric={['Amount']}
      rows={
        [
          ['Receipts of the month', receipts.issuedPaise],
          ['Payments without a receipt', receipts.withoutReceiptPaise],
          ['Other systems in the account', receipts.otherPaise],
          ['Captured here, with a receipt of another month, or the reverse', receipts.acrossPaise],
          ['Captured', capturedPaise],
        ] as Movement[]
      }
      none=""
    />
    {receipts.withoutReceipt.length > 0 && (
      <DeskTable
        caption={captionOf('Payments without a receipt: second payments and wrong amounts', receipts.withoutReceipt)}
        columns={withoutColumns}
        numeric={['Captured']}
        rows={receipts.withoutReceipt}
        none=""
      />
    )}
  </Section>
);

type Unexplained = Schemas['DeskUnexplained'];

const placeOf = ({ settlementId, orderId }: Unexplained) =>
  settlementId ? `/desk/settlements/${settlementId}` : `/desk/orders/${orderId}`;

const unexplainedColumns: Columns<Unexplained> = {
  What: (item) => <Link to={placeOf(item)}>{item.subject}</Link>,
  'Next step': ({ nextStep }) => nextStep,
  Unexplained: ({ paise }) => formatPaise(paise),
};

const Unexplained = ({
  month: { unexplained, unexplainedCount, unexplainedPaise, importedUntil, isClosed },
}: {
  month: Month;
}) => (
  <Section title="Unexplained">
    {unexplainedCount > 0 && (
      <p>
        {formatPaise(unexplainedPaise)}, items: {unexplainedCount}. The month closes once each is explained.
      </p>
    )}
    <DeskTable
      caption="What is not explained"
      columns={unexplainedColumns}
      numeric={['Unexplained']}
      rows={unexplained}
      none={
        isClosed
          ? 'All was explained when the month was closed.'
          : importedUntil
            ? `Nothing among the settlements until ${dayOf(importedUntil)}.`
            : 'No settlement is imported yet.'
      }
    />
  </Section>
);

const Accepted = ({ month: { accepted } }: { month: Month }) =>
  accepted.length > 0 && (
    <Section title="Accepted differences">
      <ul className="desk-list">
        {accepted.map(({ subject, day, account, paise, reason }) => (
          <li key={subject + day + account}>
            {subject}, {dayOf(day)}: {formatPaise(paise)} to {accountWords[account]}.{' '}
            {reason ?? 'The difference has ended: it is reversed.'}
          </li>
        ))}
      </ul>
    </Section>
  );

const settledColumns: Columns<Schemas['DeskMonthSettled']> = {
  UTR: ({ id, utr }) => <Link to={`/desk/settlements/${id}`}>{utr ?? id}</Link>,
  'Day (IST)': ({ day }) => dayOf(day),
  'To the bank': ({ paise }) => formatPaise(paise),
};

const Settled = ({ month: { settlements, isClosed } }: { month: Month }) => (
  <Section title="Settled by UTR">
    {isClosed && (
      <p className="caption">
        The amounts are those of the closed month. UTRs, and the page of a settlement, are of today.
      </p>
    )}
    <DeskTable
      caption={captionOf('Settlements, oldest first', settlements)}
      columns={settledColumns}
      numeric={['To the bank']}
      rows={settlements}
      none="Nothing was settled."
    />
  </Section>
);

const Corrections = ({ month: { corrections, correctionCount } }: { month: Month }) =>
  correctionCount > 0 && (
    <Section title="Corrections of closed months">
      <p>These {correctionCount} changes came after their month was closed. They are part of the totals above.</p>
      <ul className="desk-list">
        {corrections.map(({ kind, subject, day, paise, at }) => (
          <li key={kind + subject + at}>
            {subject}, {dayOf(day)}: {kind === 'gst' ? 'GST on fees' : kind} changes by {formatPaise(paise)}, known
            since <Time at={at} /> IST.
          </li>
        ))}
      </ul>
    </Section>
  );
