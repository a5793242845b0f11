import { Link, useSearchParams } from 'react-router-dom';
import { $desk } from './desk-api';
import type { Schemas } from './desk-client';
import { Answer, type Columns, DeskPage, DeskTable, daysFilter, Filters, Pages, Time } from './desk-parts';
import { outcomeOf } from './desk-words';

type Entry = Schemas['DeskLogEntry'];

const subjectOf = ({ orderId, personId }: Entry) => {
  if (orderId) return <Link to={`/desk/orders/${orderId}`}>{orderId}</Link>;
  return personId ? <Link to={`/desk/people/${personId}`}>{personId}</Link> : 'None';
};

const columns: Columns<Entry> = {
  'At (IST)': ({ at }) => <Time at={at} />,
  Who: ({ staff, staffId }) => (staffId ? <Link to={`/desk/people/${staffId}`}>{staff}</Link> : staff),
  What: ({ action, hits }) => action + (hits === null ? '' : `, hits: ${hits}`),
  'Order or person': subjectOf,
  Outcome: ({ outcome }) => outcomeOf(outcome),
  Reason: ({ reason }) => reason ?? 'None',
  From: ({ address }) => address ?? 'A command on the server',
};

export const LogTable = ({ rows }: { rows: Entry[] }) => (
  <DeskTable caption="What staff did, newest first" columns={columns} rows={rows} none="There is no such entry." />
);

const filters = {
  staff: { label: 'Staff member' },
  order: { label: 'Order id' },
  person: { label: 'Person id' },
  ...daysFilter,
  kind: { label: 'Kind', options: { action: 'Actions', read: 'Reads' } },
};

/** The audit log: actions and reads of staff. */
export function Log() {
  const [parameters] = useSearchParams();
  const query = $desk.useQuery('get', '/desk/log', { params: { query: Object.fromEntries(parameters) } });
  return (
    <DeskPage title="Log">
      <p className="muted">What staff did and looked at. Reads are kept for 180 days, actions stay.</p>
      <Filters label="Filter the log" filters={filters} />
      <Answer query={query}>
        {({ items, nextCursor }) => (
          <>
            <LogTable rows={items} />
            <Pages nextCursor={nextCursor} />
          </>
        )}
      </Answer>
    </DeskPage>
  );
}
