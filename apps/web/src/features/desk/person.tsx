import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { Link, useParams } from 'react-router-dom';
import { $desk } from './desk-api';
import type { Schemas } from './desk-client';
import { Answer, type Column, DeskPage, DeskTable, Section, Time } from './desk-parts';
import { inWords, timeOf } from './desk-words';
import { OrderTable } from './orders';
import { ActionProblem, useAction } from './reason-form';

type DeskPerson = Schemas['DeskPerson'];

const personQuery = (id: string) => $desk.queryOptions('get', '/desk/people/{id}', { params: { path: { id } } });

export function Person() {
  const { id = '' } = useParams();
  const query = $desk.useQuery('get', '/desk/people/{id}', { params: { path: { id } } });
  return (
    <DeskPage title={query.data?.person.email ?? 'A person'}>
      <Answer query={query}>{(found) => <Content found={found} />}</Answer>
    </DeskPage>
  );
}

function Content({ found }: { found: DeskPerson }) {
  const { person, recentOrders, mails, signIns, log } = found;
  return (
    <div className="desk-columns">
      <div>
        <Facts found={found} />
        <Section title="Orders" id="orders">
          <OrderTable rows={recentOrders} caption="The last orders" none="This person has claimed no order." />
        </Section>
        <Section title="Mails" id="mails">
          <DeskTable
            caption="Mails of the last 180 days"
            columns={mailColumns}
            rows={mails}
            keyOf={({ at, kind }) => at + kind}
            none="No mail was sent in the last 180 days."
          />
        </Section>
        <Section title="Log-ins" id="log-ins">
          <DeskTable
            caption="The last log-ins"
            columns={signInColumns}
            rows={signIns}
            keyOf={({ at, network }) => at + network}
            none="No log-in is known."
          />
        </Section>
        <Section title="What staff did" id="staff">
          <DeskTable
            caption="What staff did with this person"
            columns={logColumns}
            rows={log}
            keyOf={({ id }) => id}
            none="Staff have done nothing with this person."
          />
          <Link to={`/desk/log?person=${person.id}`}>Everything about this person in the log</Link>
        </Section>
      </div>
      <Actions found={found} />
    </div>
  );
}

const since = (at: string | null, none: string) => (at ? `${timeOf(at)} IST` : none);

function Facts({ found: { person, passkeys, sessionsSince } }: { found: DeskPerson }) {
  const facts = [
    ['Address', person.email ?? 'None'],
    ['Address confirmed', since(person.emailVerifiedAt, 'Not yet')],
    ['Account created', since(person.createdAt, '')],
    ['Account deleted', since(person.deletedAt, 'No')],
    ['Logs in by', person.logsInBy.join(', ')],
    ['Passkeys', passkeys],
    ['Sessions from before are ended', since(sessionsSince, '')],
    ['Role', person.role ?? 'None'],
    ['Id', person.id],
  ] as const;
  return (
    <Section title="Facts" id="facts">
      <dl className="desk-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

const mailColumns: Column<DeskPerson['mails'][number]>[] = [
  { label: 'Mail', cell: ({ kind }) => inWords(kind) },
  { label: 'At (IST)', cell: ({ at }) => <Time at={at} /> },
  { label: 'Outcome', cell: ({ outcome }) => inWords(outcome) },
  { label: 'Order', cell: ({ orderId }) => (orderId ? <Link to={`/desk/orders/${orderId}`}>{orderId}</Link> : 'None') },
];

const signInColumns: Column<DeskPerson['signIns'][number]>[] = [
  { label: 'At (IST)', cell: ({ at }) => <Time at={at} /> },
  { label: 'By', cell: ({ way }) => inWords(way) },
  { label: 'Browser', cell: ({ browser }) => browser },
  { label: 'Network', cell: ({ network }) => network },
];

const logColumns: Column<Schemas['DeskLogEntry']>[] = [
  { label: 'At (IST)', cell: ({ at }) => <Time at={at} /> },
  { label: 'Who', cell: ({ staff }) => staff },
  { label: 'What', cell: ({ action }) => action },
  { label: 'Reason', cell: ({ reason }) => reason ?? 'None' },
];

function Actions({ found: { person, actions } }: { found: DeskPerson }) {
  const { id, email } = person;
  const queries = useQueryClient();
  const end = $desk.useMutation('delete', '/desk/people/{id}/sessions');
  const resend = $desk.useMutation('post', '/desk/mails');
  const readAgain = () => queries.invalidateQueries(personQuery(id));
  const ending = useAction(async () => {
    await end.mutateAsync({ params: { path: { id } } });
    toast.success('Logged out everywhere.');
    await readAgain();
  });
  const sending = useAction(async () => {
    toast.success((await resend.mutateAsync({ body: { personId: id } })).message);
    await readAgain();
  });
  return (
    <Section title="Actions" id="actions">
      {actions.length === 0 && <p>There is nothing to do: the account is deleted.</p>}
      {actions.includes('endDeskSessions') && (
        <div className="desk-action">
          <p>Log {email ?? 'this person'} out on all devices. They can log in again. No mail is sent.</p>
          <ActionProblem text={ending.problem} />
          <button type="button" className="btn" aria-disabled={ending.pending} onClick={() => ending.run()}>
            End all sessions
          </button>
        </div>
      )}
      {actions.includes('resendConfirmation') && (
        <div className="desk-action">
          <p>Send {email} the mail that confirms the address again.</p>
          <ActionProblem text={sending.problem} />
          <button type="button" className="btn" aria-disabled={sending.pending} onClick={() => sending.run()}>
            Send the confirmation again
          </button>
        </div>
      )}
    </Section>
  );
}
