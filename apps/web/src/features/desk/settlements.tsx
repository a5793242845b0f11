import { Link, useParams, useSearchParams } from 'react-router-dom';
import { formatPaise } from '../../../../../packages/formats/formats.mjs';
import { Accept } from './books-actions';
import { countOfLines, lineWords, matchWords, monthOf, settlementWords, stateOfLine } from './books-words';
import { dayOf } from './day-plot';
import { $desk } from './desk-api';
import type { Schemas } from './desk-client';
import { Answer, type Column, DeskPage, DeskTable, Filters, Pages } from './desk-parts';
import { timeOf } from './desk-words';

type DeskSettlement = Schemas['DeskSettlement'];
type Line = Schemas['DeskSettlementLine'];

const columns: Column<DeskSettlement>[] = [
  { label: 'Settlement', cell: ({ id }) => <Link to={`/desk/settlements/${id}`}>{id}</Link> },
  { label: 'Day (IST)', cell: ({ day }) => dayOf(day) },
  { label: 'UTR', cell: ({ utr }) => utr ?? 'None yet' },
  { label: 'State', cell: ({ status }) => settlementWords[status] },
  { label: 'Our books', cell: ({ match }) => matchWords[match] },
  { label: 'Lines', cell: ({ lines }) => countOfLines(lines) },
  { label: 'Fees', cell: ({ feesPaise }) => formatPaise(feesPaise), numeric: true },
  { label: 'of it GST', cell: ({ gstPaise }) => formatPaise(gstPaise), numeric: true },
  { label: 'Amount', cell: ({ amountPaise }) => formatPaise(amountPaise), numeric: true },
];

const filters = [
  { name: 'match', label: 'Our books', options: matchWords },
  { name: 'from', label: 'From (IST day)', type: 'date' as const },
  { name: 'until', label: 'Until (IST day)', type: 'date' as const },
];

const importOf = ({ importedUntil, importedAt }: Schemas['DeskSettlementPage']) =>
  importedUntil
    ? `Complete until ${dayOf(importedUntil)}${importedAt ? `, imported ${timeOf(importedAt)} IST` : ''}.`
    : 'Nothing has been imported yet. The import runs every night.';

/** What reached the bank account: each is one credit on the statement. */
export function Settlements() {
  const [parameters] = useSearchParams();
  const query = $desk.useQuery('get', '/desk/settlements', { params: { query: Object.fromEntries(parameters) } });
  return (
    <DeskPage title="Settlements" note="Each is one credit on the bank statement, with this UTR.">
      <Filters label="Filter settlements" filters={filters} />
      <Answer query={query}>
        {({ settlements, nextCursor, ...page }) => (
          <>
            <p role="status">{importOf({ settlements, nextCursor, ...page })}</p>
            <DeskTable
              caption="Settlements, newest first"
              columns={columns}
              rows={settlements}
              keyOf={({ id }) => id}
              none="There is no such settlement."
            />
            <Pages nextCursor={nextCursor} />
          </>
        )}
      </Answer>
    </DeskPage>
  );
}

const needsPerson = ({ state, explanation }: Line) => (state === 'differs' || state === 'unknown') && !explanation;

const lineColumns: Column<Line>[] = [
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

export function Settlement() {
  const { id = '' } = useParams();
  const [parameters] = useSearchParams();
  const params = { path: { id }, query: Object.fromEntries(parameters) };
  const query = $desk.useQuery('get', '/desk/settlements/{id}', { params });
  return (
    <DeskPage title={`Settlement ${id}`}>
      <Answer query={query}>
        {({ settlement, lines, nextCursor }) => (
          <>
            <Problems settlement={settlement} />
            <DeskTable caption="Facts" columns={columns} rows={[settlement]} keyOf={() => id} none="" />
            <p>
              <Link to={`/desk/months/${settlement.day.slice(0, 7)}`}>Books of {monthOf(settlement.day)}</Link>
            </p>
            <Filters label="Filter lines" filters={[{ name: 'state', label: 'Our books', options: lineWords }]} />
            <DeskTable
              caption="Lines, those that do not match first"
              columns={lineColumns}
              rows={lines}
              keyOf={(line) => line.id}
              none="There is no such line."
            />
            <Pages nextCursor={nextCursor} />
          </>
        )}
      </Answer>
    </DeskPage>
  );
}

function Problems({ settlement: { id, status, missingPaise } }: { settlement: DeskSettlement }) {
  const [more, less] = missingPaise > 0 ? ['Its amount is', 'its lines'] : ['Its lines make', 'its amount'];
  if (status !== 'failed' && missingPaise === 0) return null;
  return (
    <div className="desk-notice">
      {status === 'failed' && <p>The bank returned this settlement. Its lines come again with another one.</p>}
      {missingPaise !== 0 && (
        <p>
          {more} {formatPaise(Math.abs(missingPaise))} more than {less}. Ask the provider for the reason.
        </p>
      )}
      <Accept kind="settlement" subject={id} />
    </div>
  );
}
