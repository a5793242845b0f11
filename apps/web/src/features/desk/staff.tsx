import { Link } from 'react-router-dom';
import { $desk } from './desk-api';
import type { Schemas } from './desk-client';
import { Answer, type Columns, DeskPage, DeskTable, Time } from './desk-parts';

const Passkeys = ({ passkeys }: Pick<Schemas['DeskStaffMember'], 'passkeys'>) => (
  <>
    {passkeys.map(({ name, createdAt, lastUsedAt }) => (
      <div key={name + createdAt}>
        {name}, added <Time at={createdAt} />,{' '}
        {lastUsedAt ? (
          <>
            last used <Time at={lastUsedAt} />
          </>
        ) : (
          'never used'
        )}
      </div>
    ))}
  </>
);

const columns: Columns<Schemas['DeskStaffMember']> = {
  Address: ({ id, email }) => <Link to={`/desk/people/${id}`}>{email ?? id}</Link>,
  Role: ({ role }) => role,
  'Granted (IST)': ({ grantedAt, grantedBy }) => (
    <>
      <Time at={grantedAt} /> by {grantedBy}
    </>
  ),
  'Passkeys (IST)': Passkeys,
};

/** Everyone with a role. */
export function StaffList() {
  return (
    <DeskPage title="Staff">
      <p className="muted">
        Operators grant and end roles on the server. If you do not recognise a passkey, tell one of them.
      </p>
      <Answer query={$desk.useQuery('get', '/desk/staff')}>
        {({ items }) => <DeskTable caption="Staff by address" columns={columns} rows={items} none="No staff." />}
      </Answer>
    </DeskPage>
  );
}
