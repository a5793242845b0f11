import { Link, useLocation } from 'react-router-dom';
import { $desk } from './desk-api';
import type { Schemas } from './desk-client';
import { Answer, type Columns, DeskPage, DeskTable, Time } from './desk-parts';
import { SearchForm, type SearchState } from './orders';

const columns: Columns<Schemas['DeskPersonRow']> = {
  Address: ({ id, email }) => <Link to={`/desk/people/${id}`}>{email ?? id}</Link>,
  State: ({ deletedAt, emailVerifiedAt }) =>
    deletedAt ? 'Deleted' : `Address ${emailVerifiedAt ? 'confirmed' : 'not confirmed'}`,
  'Logs in by': ({ logsInBy }) => logsInBy.join(', '),
  'Since (IST)': ({ createdAt }) => <Time at={createdAt} />,
  Role: ({ role }) => role ?? 'None',
  Orders: ({ orders }) => orders,
};

/** People are found by their whole address: there is no list of all. */
export function People() {
  const text = (useLocation().state as SearchState)?.search;
  return (
    <DeskPage title="People">
      <SearchForm label="Address" hint="The whole email address of an account, or its id." text={text} />
      {text && <Found key={text} text={text} />}
    </DeskPage>
  );
}

const none = 'No account has this address now. Old addresses are not kept.';

const Found = ({ text }: { text: string }) => (
  <Answer query={$desk.useQuery('post', '/desk/people/search', { body: { text } })}>
    {({ items }) => (
      <>
        <p role="status">Accounts: {items.length}.</p>
        <DeskTable caption="Accounts found" columns={columns} rows={items} none={none} numeric={['Orders']} />
      </>
    )}
  </Answer>
);
