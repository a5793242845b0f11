import { toast } from 'react-hot-toast/headless';
import { Link, useLocation, useParams } from 'react-router-dom';
import { $desk } from './desk-api';
import type { Schemas } from './desk-client';
import { Answer, type Columns, DeskPage, DeskTable, Facts, Section, Time } from './desk-parts';
import { inWords, since } from './desk-words';
import { LogTable } from './log';
import { OrderTable, SearchForm, type SearchState } from './orders';
import { Action, ReasonForm } from './reason-form';

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
  const { key, state } = useLocation();
  const text = (state as SearchState)?.search;
  return (
    <DeskPage title="People">
      <SearchForm label="Address" hint="The whole email address of an account, or its id." text={text} />
      {text && <Found key={key} text={text} />}
    </DeskPage>
  );
}

const none = 'No account has this address now. Old addresses are not kept.';

const Found = ({ text }: { text: string }) => (
  <Answer query={$desk.useQuery('post', '/desk/people/search', { body: { text } }, { staleTime: 0 })}>
    {({ items }) => (
      <>
        <p role="status">Accounts: {items.length}.</p>
        <DeskTable caption="Accounts found" columns={columns} rows={items} none={none} numeric={['Orders']} />
      </>
    )}
  </Answer>
);

type DeskPerson = Schemas['DeskPerson'];

const mailColumns: Columns<Schemas['DeskMail']> = {
  Mail: ({ kind }) => inWords(kind),
  'At (IST)': ({ at }) => <Time at={at} />,
  Outcome: ({ outcome }) => inWords(outcome),
  Order: ({ orderId }) => (orderId ? <Link to={`/desk/orders/${orderId}`}>{orderId}</Link> : 'None'),
};

const signInColumns: Columns<Schemas['DeskSignIn']> = {
  'At (IST)': ({ at }) => <Time at={at} />,
  By: ({ way }) => inWords(way),
  Browser: ({ browser }) => browser,
  Network: ({ network }) => network,
};

export function Person() {
  const { id = '' } = useParams();
  const query = $desk.useQuery('get', '/desk/people/{id}', { params: { path: { id } } });
  return (
    <DeskPage title={query.data?.person.email ?? 'A person'}>
      <Answer query={query}>
        {(found) => (
          <div className="desk-columns">
            <Actions found={found} readAgain={query.refetch} />
            <About found={found} />
          </div>
        )}
      </Answer>
    </DeskPage>
  );
}

const factsOf = ({ person, passkeys, sessionsSince }: DeskPerson) => ({
  Address: person.email ?? 'None',
  'Address confirmed': since(person.emailVerifiedAt, 'Not yet'),
  'Account created': since(person.createdAt, ''),
  'Account deleted': since(person.deletedAt, 'No'),
  'Logs in by': person.logsInBy.join(', '),
  Passkeys: passkeys,
  'Older sessions ended': since(sessionsSince, ''),
  Role: person.role ?? 'None',
  Id: person.id,
});

function About({ found }: { found: DeskPerson }) {
  const { person, recentOrders, mails, signIns, log } = found;
  return (
    <div>
      <Section title="Facts">
        <Facts facts={factsOf(found)} />
      </Section>
      <Section title="Orders">
        <OrderTable rows={recentOrders} caption="The last orders" without="Payer" none="This person has no orders." />
      </Section>
      <Section title="Emails">
        <DeskTable caption="Emails of the last 180 days" columns={mailColumns} rows={mails} none="No email was sent." />
      </Section>
      <Section title="Logins">
        <DeskTable caption="The last logins" columns={signInColumns} rows={signIns} none="No login is known." />
      </Section>
      <Section title="What staff did">
        <LogTable rows={log} />
        <Link to={`/desk/log?person=${person.id}`}>Everything about this person in the log</Link>
      </Section>
    </div>
  );
}

function Actions({ found: { person, actions }, readAgain }: { found: DeskPerson; readAgain: () => Promise<unknown> }) {
  const { id, email } = person;
  const end = $desk.useMutation('put', '/desk/people/{id}/sessions', { meta: { action: 'End all sessions' } });
  const resend = $desk.useMutation('post', '/desk/mails');
  const endSessions = async (reason: string) => {
    await end.mutateAsync({ params: { path: { id } }, body: { reason } });
    toast.success('Logged out everywhere.');
    await readAgain();
  };
  const resendConfirmation = async () => {
    toast.success((await resend.mutateAsync({ body: { personId: id } })).message);
    await readAgain();
  };
  return (
    <Section title="Actions">
      {actions.length === 0 && <p>There is nothing that you can do here.</p>}
      {actions.includes('endDeskSessions') && (
        <ReasonForm
          name="sessions"
          consequence={`Log ${email ?? 'this person'} out on all devices. They can log in again. No email is sent.`}
          button="End all sessions"
          send={endSessions}
        />
      )}
      {actions.includes('resendConfirmation') && (
        <Action
          text={`Send ${email} the email that confirms the address again.`}
          button="Send the confirmation again"
          work={resendConfirmation}
        />
      )}
    </Section>
  );
}
