import { Link, useLocation } from 'react-router-dom';
import { $desk } from './desk-api';
import type { Schemas } from './desk-client';
import { Answer, type Column, DeskPage, DeskTable, Time } from './desk-parts';
import { SearchForm } from './orders';

type Row = Schemas['DeskPersonRow'];

const stateOf = ({ deletedAt, emailVerifiedAt }: Row) => {
  if (deletedAt) return 'Deleted';
  return emailVerifiedAt ? 'Address confirmed' : 'Address not confirmed';
};

const columns: Column<Row>[] = [
  { label: 'Address', cell: ({ id, email }) => <Link to={`/desk/people/${id}`}>{email ?? id}</Link> },
  { label: 'State', cell: stateOf },
  { label: 'Logs in by', cell: ({ logsInBy }) => logsInBy.join(', ') },
  { label: 'Since (IST)', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { label: 'Role', cell: ({ role }) => role ?? 'None' },
  { label: 'Orders', cell: ({ orders }) => orders, numeric: true },
];

/** People are found by their whole address: there is no list of all. */
export function People() {
  const text = (useLocation().state as { search?: string } | null)?.search;
  return (
    <DeskPage title="People">
      <SearchForm
        label="Address"
        hint="The whole email address of an account, or its id."
        path="/desk/people"
        text={text}
      />
      {text && <Found key={text} text={text} />}
    </DeskPage>
  );
}

function Found({ text }: { text: string }) {
  const query = $desk.useQuery('post', '/desk/people/search', { body: { text } });
  return (
    <Answer query={query}>
      {({ items }) => (
        <>
          <p role="status">{items.length === 1 ? '1 account.' : `${items.length} accounts.`}</p>
          <DeskTable
            caption="Accounts found"
            columns={columns}
            rows={items}
            keyOf={({ id }) => id}
            none="No account has this address now. Old addresses are not kept."
          />
        </>
      )}
    </Answer>
  );
}
