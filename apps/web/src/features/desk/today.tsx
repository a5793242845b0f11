import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatIndianTime, formatPaise } from '../../../../../packages/formats/formats.mjs';
import { DayPlot, dayOf } from './day-plot';
import { $desk } from './desk-api';
import type { Schemas } from './desk-client';
import { Answer, type Column, DeskPage, DeskTable, ProviderNotice, Section, Time, useHealth } from './desk-parts';
import { itemWords, timeLeft, timeOf } from './desk-words';
import { ActionProblem, useAction } from './reason-form';

type Item = Schemas['DeskItem'];
type Day = Schemas['DeskFiguresOfDay'];
type Step = Item['steps'][number];

/** What needs a person, then the last thirty days, then the state of the service. */
export const Today = () => (
  <DeskPage title="Today" note="All days and times are Indian (IST).">
    <ProviderNotice old="Refunds, disputes and states that changed in the last minutes" />
    <Items />
    <Figures />
    <Health />
  </DeskPage>
);

/** Steps that need a reason are done on the page of the order. */
const stepLinks: Partial<Record<Step, { words: string; to: (item: Item) => string }>> = {
  refundDeskOrder: { words: 'Refund …', to: () => 'refund' },
  closeDeskDispute: { words: 'Close the dispute …', to: () => 'dispute' },
  dismissDeskItem: { words: 'Dismiss …', to: ({ kind }) => `dismiss-${kind}` },
};

function CheckButton({ orderId }: { orderId: string }) {
  const queries = useQueryClient();
  const { mutateAsync } = $desk.useMutation('post', '/desk/orders/{id}/check');
  const { run, pending, problem } = useAction(async () => {
    await mutateAsync({ params: { path: { id: orderId } } });
    await queries.invalidateQueries({ queryKey: ['get', '/desk/items'] });
  });
  return (
    <>
      <button type="button" className="btn btn--small" aria-disabled={pending} onClick={() => run()}>
        Ask the provider<span className="visually-hidden"> about {orderId}</span>
      </button>
      <ActionProblem text={problem} />
    </>
  );
}

function Steps({ item }: { item: Item }) {
  const { orderId, settlementId, steps, kind } = item;
  if (settlementId)
    return (
      <Link className="btn btn--small" to={`/desk/settlements/${settlementId}`}>
        See the settlement<span className="visually-hidden"> of {item.subject}</span>
      </Link>
    );
  if (kind === 'outbox' || !orderId)
    return (
      <a className="btn btn--small" href="#health">
        See the outbox
      </a>
    );
  return (
    <div className="row">
      {steps.map((step) => {
        const link = stepLinks[step];
        return link ? (
          <Link key={step} className="btn btn--small" to={`/desk/orders/${orderId}#${link.to(item)}`}>
            {link.words}
            <span className="visually-hidden"> for {item.subject}</span>
          </Link>
        ) : (
          <CheckButton key={step} orderId={orderId} />
        );
      })}
    </div>
  );
}

const itemColumns: Column<Item>[] = [
  {
    label: 'What',
    cell: ({ kind, orderId }) =>
      orderId ? <Link to={`/desk/orders/${orderId}`}>{itemWords[kind]}</Link> : itemWords[kind],
  },
  { label: 'Since (IST)', cell: ({ since }) => <Time at={since} /> },
  {
    label: 'About',
    cell: ({ subject, respondBy, waitingMails, nextStep }) =>
      waitingMails === null
        ? (nextStep ?? `${subject}${respondBy ? `: ${timeLeft(respondBy)}, by ${timeOf(respondBy)}` : ''}`)
        : `${waitingMails} mails`,
  },
  { label: 'Payer', cell: ({ ownerEmail }) => ownerEmail ?? 'None' },
  {
    label: 'Amount',
    cell: ({ amountPaise, currency }) => (amountPaise === null ? 'None' : formatPaise(amountPaise, currency ?? 'INR')),
    numeric: true,
  },
  { label: 'Next step', cell: (item) => <Steps item={item} /> },
];

function Items() {
  const query = $desk.useQuery('get', '/desk/items', {}, { refetchInterval: 60_000 });
  return (
    <Section title="Needs a person" id="items">
      <Answer query={query}>
        {({ items, hasMore }) => (
          <>
            <DeskTable
              caption="What needs a person, oldest first"
              columns={itemColumns}
              rows={items}
              keyOf={({ kind, subject }) => kind + subject}
              none="Nothing needs a person now."
            />
            {hasMore && <p>There are more. These are the oldest.</p>}
          </>
        )}
      </Answer>
    </Section>
  );
}

const rateOf = ({ paid, attempted }: Day) => (attempted ? Math.round((paid / attempted) * 100) : null);
const sum = (days: Day[], of: (day: Day) => number) => days.reduce((total, day) => total + of(day), 0);

const dayColumns: Column<Day>[] = [
  { label: 'Day', cell: ({ day }) => <Link to={`/desk/orders?from=${day}&until=${day}`}>{dayOf(day)}</Link> },
  { label: 'Orders', cell: ({ orders }) => orders, numeric: true },
  { label: 'Tried to pay', cell: ({ attempted }) => attempted, numeric: true },
  { label: 'Paid', cell: ({ paid }) => paid, numeric: true },
  { label: 'Success', cell: (day) => (rateOf(day) === null ? 'None tried' : `${rateOf(day)}%`), numeric: true },
  { label: 'Received', cell: ({ paidPaise }) => formatPaise(paidPaise), numeric: true },
  { label: 'Refunds', cell: ({ refunds }) => refunds, numeric: true },
  { label: 'Refunded', cell: ({ refundedPaise }) => formatPaise(refundedPaise), numeric: true },
  { label: 'Sign-ups', cell: ({ signUps }) => signUps, numeric: true },
];

function Figures() {
  const query = $desk.useQuery('get', '/desk/figures');
  return (
    <Section title="The last 30 days" id="figures">
      <Answer query={query}>
        {({ days, asOf }) => (
          <>
            <div className="desk-plots">
              <DayPlot
                title="Orders paid, of those tried"
                days={days.map((each) => ({ ...each, value: each.paid, of: each.attempted }))}
              />
              <DayPlot
                title="Success rate"
                unit="%"
                cell={10}
                days={days.map((each) => ({ ...each, value: rateOf(each) }))}
              />
              <DayPlot title="Refunds" days={days.map((each) => ({ ...each, value: each.refunds }))} />
              <DayPlot title="Sign-ups" days={days.map((each) => ({ ...each, value: each.signUps }))} />
            </div>
            <p className="muted">
              {sum(days, ({ paid }) => paid)} of {sum(days, ({ attempted }) => attempted)} orders that were tried are
              paid: {formatPaise(sum(days, ({ paidPaise }) => paidPaise))}. An order counts on the day on which it was
              created, as in the list of orders. Counted {formatIndianTime(asOf)}.
            </p>
            <details>
              <summary>The same numbers as a table</summary>
              <DeskTable
                caption="Figures of each Indian day, newest first"
                columns={dayColumns}
                rows={[...days].reverse()}
                keyOf={({ day }) => day}
                none=""
              />
            </details>
          </>
        )}
      </Answer>
    </Section>
  );
}

const since = (at: string | null, none: string) => (at ? `${timeOf(at)} IST` : none);

/** Each fact, and whether it is as it should be. */
function healthOf({ reconciler, outbox, webhook, provider, version, startedAt }: Schemas['DeskHealth']) {
  const overdue = reconciler.overdueOrders
    ? `${reconciler.overdueOrders} orders overdue since ${since(reconciler.oldestDueAt, 'now')}`
    : 'no order overdue';
  const waiting = outbox.waiting
    ? `${outbox.waiting} mails wait since ${since(outbox.oldestAt, 'now')}`
    : 'No mail waits';
  return [
    ['Payment provider', provider.reachable ? 'Answers' : 'Does not answer', provider.reachable],
    ['Checks of orders', `Last run ${since(reconciler.lastRunAt, 'not yet')}, ${overdue}`, !reconciler.overdueOrders],
    ['Outbox', waiting, true],
    ['Last event of the provider', since(webhook.lastAt, 'None yet'), true],
    ['Version running', `${version}, started ${since(startedAt, '')}`, true],
  ] as const;
}

const Health = () => (
  <Section title="Health" id="health">
    <Answer query={useHealth()}>
      {(health) => (
        <dl className="desk-facts">
          {healthOf(health).map(([name, value, isGood]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className={isGood ? undefined : 'desk-bad'}>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Answer>
  </Section>
);
