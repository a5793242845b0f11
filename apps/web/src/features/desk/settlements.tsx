import { formatPaise } from '@novacore/shared/formats';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { AcceptDifferences } from './books-actions';
import { countOfLines, lineWords, matchWords, monthOf, settlementWords, stateOfLine } from './books-words';
import { $desk } from './desk-api';
import type { Schemas } from './desk-client';
import { Answer, type Columns, DeskPage, DeskTable, daysFilter, Facts, Filters, Pages } from './desk-parts';
import { dayOf, timeOf } from './desk-words';

type DeskSettlement = Schemas['DeskSettlement'];
type Line = Schemas['DeskSettlementLine'];

const columns: Columns<DeskSettlement> = {
  Settlement: ({ id }) => <Link to={`/desk/settlements/${id}`}>{id}</Link>,
  'Day (IST)': ({ day }) => dayOf(day),
  UTR: ({ utr }) => utr ?? 'None yet',
  State: ({ status }) => settlementWords[status],
  'Our books': ({ match }) => matchWords[match],
  Lines: ({ lines }) => countOfLines(lines),
  Fees: ({ feesPaise }) => formatPaise(feesPaise),
  'GST included': ({ gstPaise }) => formatPaise(gstPaise),
  Amount: ({ amountPaise }) => formatPaise(amountPaise),
};

const filters = { match: { label: 'Our books', options: matchWords }, ...daysFilter };

const importOf = ({ importedUntil, importedAt }: Schemas['DeskSettlementPage']) =>
  importedUntil
    ? `Complete until ${dayOf(importedUntil)}${importedAt ? `, imported ${timeOf(importedAt)} IST` : ''}.`
    : 'Nothing has been imported yet. The import runs every night.';

/** Settlements, each of which is one credit on the bank statement. */
export function Settlements() {
  const [parameters] = useSearchParams();
  const query = $desk.useQuery('get', '/desk/settlements', { params: { query: Object.fromEntries(parameters) } });
  return (
    <DeskPage title="Settlements">
      <p className="muted">Each is one credit on the bank statement, with this UTR.</p>
      <Filters label="Filter settlements" filters={filters} />
      <Answer query={query}>
        {({ settlements, nextCursor, ...page }) => (
          <>
            <p role="status">{importOf({ settlements, nextCursor, ...page })}</p>
            <DeskTable
              caption="Settlements, newest first"
              columns={columns}
              numeric={['Fees', 'GST included', 'Amount']}
              rows={settlements}
              none="There is no such settlement."
            />
            <Pages nextCursor={nextCursor} />
          </>
        )}
      </Answer>
    </DeskPage>
  );
}

const lineColumns: Columns<Line> = {
  Line: ({ entityId, orderId }) => (orderId ? <Link to={`/desk/orders/${orderId}`}>{entityId}</Link> : entityId),
  Type: ({ type, description }) => (description ? `${type}: ${description}` : type),
  'Our books': stateOfLine,
  Amount: ({ amountPaise, currency }) => formatPaise(amountPaise, currency),
  'Fee with GST': ({ feePaise }) => formatPaise(feePaise),
  Net: ({ creditPaise, debitPaise }) => formatPaise(creditPaise - debitPaise),
};

export function Settlement() {
  const { id = '' } = useParams();
  const [parameters] = useSearchParams();
  const params = { path: { id }, query: Object.fromEntries(parameters) };
  const query = $desk.useQuery('get', '/desk/settlements/{id}', { params });
  return (
    <DeskPage title={`Settlement ${id}`}>
      <Answer query={query}>
        {({ settlement, sums, item, lines, nextCursor }) => (
          <>
            {item && (
              <p className="desk-notice">
                {item.nextStep} {item.explanation && `Accepted: ${item.explanation}`}
              </p>
            )}
            <DeskTable
              caption="Facts"
              columns={columns}
              numeric={['Fees', 'GST included', 'Amount']}
              rows={[settlement]}
              none=""
            />
            <Facts
              facts={{
                Gross: formatPaise(sums.grossPaise),
                'Refunds and other deductions': formatPaise(-sums.deductedPaise),
                Fees: formatPaise(-sums.feesPaise),
                'GST on fees': formatPaise(-sums.gstPaise),
                'Sum of the lines': formatPaise(settlement.linesPaise),
                'Expected by our books': formatPaise(sums.expectedPaise),
                'Reported by Razorpay': formatPaise(settlement.amountPaise),
                Difference: formatPaise(sums.differencePaise),
              }}
              bad={sums.differencePaise && settlement.match === 'differs' ? ['Difference'] : []}
            />
            <p>
              <Link to={`/desk/months/${settlement.day.slice(0, 7)}`}>Books of {monthOf(settlement.day)}</Link>
            </p>
            <Filters label="Filter lines" filters={{ state: { label: 'Our books', options: lineWords } }} />
            <DeskTable
              caption="Lines, those that need attention first"
              columns={lineColumns}
              numeric={['Amount', 'Fee with GST', 'Net']}
              rows={lines}
              none="There is no such line."
            />
            <Pages nextCursor={nextCursor} />
            <AcceptDifferences open={openOf(id, item, lines)} />
          </>
        )}
      </Answer>
    </DeskPage>
  );
}

type Item = Schemas['DeskDifferenceItem'];

/** Open cases of the settlement and its lines. A payment with several lines has one. */
function openOf(id: string, item: Item | null, lines: Line[]) {
  const items = new Map<string, { kind: 'line' | 'settlement'; item: Item | null }>([
    [id, { kind: 'settlement', item }],
  ]);
  for (const line of lines) items.set(line.entityId, { kind: 'line', item: line.item });
  return [...items].flatMap(([subject, { kind, item }]) =>
    item && !item.explanation ? [{ kind, subject, ...item }] : [],
  );
}
