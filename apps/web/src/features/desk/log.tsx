import { Link, useSearchParams } from 'react-router-dom';
import { $desk } from './desk-api';
import type { Schemas } from './desk-client';
import { Answer, type Column, DeskPage, DeskTable, Filters, Pages, Time } from './desk-parts';

type Entry = Schemas['DeskLogEntry'];

const subjectOf = ({ orderId, personId }: Entry) => {
  if (orderId) return <Link to={`/desk/orders/${orderId}`}>{orderId}</Link>;
  return personId ? <Link to={`/desk/people/${personId}`}>{personId}</Link> : 'None';
};

const columns: Column<Entry>[] = [
  { label: 'At (IST)', cell: ({ at }) => <Time at={at} /> },
  { label: 'Who', cell: ({ staff }) => staff },
  { label: 'What', cell: ({ action, hits }) => action + (hits === null ? '' : `, hits: ${hits}`) },
  { label: 'Order or person', cell: subjectOf },
  { label: 'Reason', cell: ({ reason }) => reason ?? 'None' },
  { label: 'From', cell: ({ address }) => address ?? 'A command on the server' },
];

const filters = [
  { name: 'staff', label: 'Member of staff' },
  { name: 'order', label: 'Order id' },
  { name: 'person', label: 'Person id' },
  { name: 'from', label: 'From (IST day)', type: 'date' as const },
  { name: 'until', label: 'Until (IST day)', type: 'date' as const },
  { name: 'kind', label: 'Kind', options: { action: 'Actions', read: 'Reads' } },
];

/** What staff did and looked at, newest first. */
export function Log() {
  const [parameters] = useSearchParams();
  const query = $desk.useQuery('get', '/desk/log', { params: { query: Object.fromEntries(parameters) } });
  return (
    <DeskPage title="Log" note="What staff did and looked at. Reads are kept for 180 days, actions stay.">
      <Filters label="Filter the log" filters={filters} />
      <Answer query={query}>
        {({ items, nextCursor }) => (
          <>
            <DeskTable
              caption="The log, newest first"
              columns={columns}
              rows={items}
              keyOf={({ id }) => id}
              none="There is no such entry."
            />
            <Pages nextCursor={nextCursor} />
          </>
        )}
      </Answer>
    </DeskPage>
  );
}
