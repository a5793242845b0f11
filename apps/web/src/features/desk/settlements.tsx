import { Link, useSearchParams } from 'react-router-dom';
import { formatPaise } from '../../../../../packages/formats/formats.mjs';
import { countOfLines, matchWords, settlementWords } from './books-words';
import { dayOf } from './day-plot';
import { $desk } from './desk-api';
import type { Schemas } from './desk-client';
import { Answer, type Column, DeskPage, DeskTable, Filters, Pages } from './desk-parts';
import { timeOf } from './desk-words';

const columns: Column<Schemas['DeskSettlement']>[] = [
  { label: 'Settlement', cell: ({ id }) => <Link to={`/desk/settlements/${id}`}>{id}</Link> },
  { label: 'Day (IST)', cell: ({ day }) => dayOf(day) },
  { label: 'UTR', cell: ({ utr }) => utr ?? 'None yet' },
  { label: 'State', cell: ({ status }) => settlementWords[status] },
  { label: 'Our books', cell: ({ match }) => matchWords[match] },
  { label: 'Lines', cell: ({ lines }) => countOfLines(lines) },
  { label: 'Fees', cell: ({ feesPaise }) => formatPaise(feesPaise), numeric: true },
  { label: 'Amount', cell: ({ amountPaise }) => formatPaise(amountPaise), numeric: true },
];

const filters = [
  { name: 'match', label: 'Our books', options: matchWords },
  { name: 'from', label: 'From (IST day)', type: 'date' as const },
  { name: 'until', label: 'Until (IST day)', type: 'date' as const },
];

/** What reached the bank account: each is one credit on the statement. */
export function Settlements() {
  const [parameters] = useSearchParams();
  const query = $desk.useQuery('get', '/desk/settlements', { params: { query: Object.fromEntries(parameters) } });
  return (
    <DeskPage title="Settlements" note="Each is one credit on the bank statement, with this UTR.">
      <Filters label="Filter settlements" filters={filters} />
      <Answer query={query}>
        {({ settlements, nextCursor, importedUntil, importedAt }) => (
          <>
            <p role="status">
              {importedUntil
                ? `Complete until ${dayOf(importedUntil)}${importedAt ? `, imported ${timeOf(importedAt)} IST` : ''}.`
                : 'Nothing has been imported yet. The first import runs tonight.'}
            </p>
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
