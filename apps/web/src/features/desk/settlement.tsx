import { Link, useParams, useSearchParams } from 'react-router-dom';
import { formatPaise } from '../../../../../packages/formats/formats.mjs';
import { Accept } from './books-actions';
import { countOfLines, lineWords, monthOf, settlementWords, stateOfLine } from './books-words';
import { dayOf } from './day-plot';
import { $desk } from './desk-api';
import type { Schemas } from './desk-client';
import { Answer, type Column, DeskPage, DeskTable, Filters, Pages, Section } from './desk-parts';
import { timeOf } from './desk-words';

type Line = Schemas['DeskSettlementLine'];

const needsPerson = ({ state, explanation }: Line) => (state === 'differs' || state === 'unknown') && !explanation;

const columns: Column<Line>[] = [
  {
    label: 'Line',
    cell: ({ entityId, orderId }) => (orderId ? <Link to={`/desk/orders/${orderId}`}>{entityId}</Link> : entityId),
  },
  { label: 'Type', cell: ({ type, description }) => (description ? `${type}: ${description}` : type) },
  {
    label: 'Our books',
    cell: (line) => (
      <>
        {stateOfLine(line)}
        {needsPerson(line) && <Accept kind="line" subject={line.entityId} />}
      </>
    ),
  },
  { label: 'Amount', cell: ({ amountPaise, currency }) => formatPaise(amountPaise, currency), numeric: true },
  { label: 'Fee with GST', cell: ({ feePaise }) => formatPaise(feePaise), numeric: true },
  { label: 'Brings', cell: ({ creditPaise, debitPaise }) => formatPaise(creditPaise - debitPaise), numeric: true },
];

const filters = [{ name: 'state', label: 'Our books', options: lineWords }];

export function Settlement() {
  const { id = '' } = useParams();
  const [parameters] = useSearchParams();
  const query = $desk.useQuery('get', '/desk/settlements/{id}', {
    params: { path: { id }, query: Object.fromEntries(parameters) },
  });
  return (
    <DeskPage title={`Settlement ${id}`}>
      <Answer query={query}>
        {({ settlement, lines, nextCursor }) => (
          <>
            <Problems settlement={settlement} />
            <Facts settlement={settlement} />
            <Section title="Lines">
              <Filters label="Filter lines" filters={filters} />
              <DeskTable
                caption="Lines, those that do not match first"
                columns={columns}
                rows={lines}
                keyOf={(line) => line.id}
                none="There is no such line."
              />
              <Pages nextCursor={nextCursor} />
            </Section>
          </>
        )}
      </Answer>
    </DeskPage>
  );
}

function Problems({ settlement: { id, status, missingPaise } }: { settlement: Schemas['DeskSettlement'] }) {
  const sentences = [
    status === 'failed' && 'The bank returned this settlement. Its lines come again with another one.',
    missingPaise > 0 && `The amount is ${formatPaise(missingPaise)} more than its lines. Ask the provider what it is.`,
    missingPaise < 0 &&
      `The lines are ${formatPaise(-missingPaise)} more than the amount. Ask the provider where it is.`,
  ].filter((sentence) => sentence !== false);
  if (!sentences.length) return null;
  return (
    <div className="desk-notice">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <Accept kind="settlement" subject={id} />
    </div>
  );
}

function Facts({ settlement }: { settlement: Schemas['DeskSettlement'] }) {
  const { status, day, createdAt, utr, lines } = settlement;
  const facts = [
    ['State', settlementWords[status]],
    ['UTR', utr ?? 'None yet'],
    ['Day', dayOf(day)],
    ['Made', `${timeOf(createdAt)} IST`],
    ['Amount', formatPaise(settlement.amountPaise)],
    ['Sum of its lines', formatPaise(settlement.linesPaise)],
    ['Fees', `${formatPaise(settlement.feesPaise)}, of it GST ${formatPaise(settlement.gstPaise)}`],
    ['Lines', countOfLines(lines)],
  ] as const;
  return (
    <Section title="Facts">
      <dl className="desk-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        <Link to={`/desk/months/${day.slice(0, 7)}`}>The books of {monthOf(day.slice(0, 7))}</Link>
      </p>
    </Section>
  );
}
