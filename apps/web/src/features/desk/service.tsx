import { formatIndianTime, formatPaise } from '@novacore/shared/formats';
import { Link } from 'react-router-dom';
import { DayPlot } from './day-plot';
import { $desk } from './desk-api';
import type { Schemas } from './desk-client';
import { Answer, type Columns, DeskPage, DeskTable, Facts, Section, useHealth } from './desk-parts';
import { dayOf, since } from './desk-words';

type Day = Schemas['DeskFiguresOfDay'];

/** The last thirty days, and the state of the service. */
export const Service = () => (
  <DeskPage title="Service">
    <p className="muted">All days and times are Indian (IST).</p>
    <Health />
    <Figures />
  </DeskPage>
);

const rateOf = ({ paid, attempted }: Day) => (attempted ? Math.round((paid / attempted) * 100) : null);
const sum = (days: Day[], of: (day: Day) => number) => days.reduce((total, day) => total + of(day), 0);

const dayColumns: Columns<Day> = {
  Day: ({ day }) => <Link to={`/desk/orders?from=${day}&until=${day}`}>{dayOf(day)}</Link>,
  Orders: ({ orders }) => orders,
  'Tried to pay': ({ attempted }) => attempted,
  Paid: ({ paid }) => paid,
  Success: (day) => (rateOf(day) === null ? 'None tried' : `${rateOf(day)}%`),
  Received: ({ paidPaise }) => formatPaise(paidPaise),
  Refunds: ({ refunds }) => refunds,
  Refunded: ({ refundedPaise }) => formatPaise(refundedPaise),
  'Sign-ups': ({ signUps }) => signUps,
};

function Figures() {
  const query = $desk.useQuery('get', '/desk/figures');
  return (
    <Section title="The last 30 days" id="figures">
      <Answer query={query}>
        {({ days, asOf }) => (
          <>
            <DayPlot
              title="Orders paid, of those tried"
              days={days.map((each) => ({ ...each, value: each.paid, of: each.attempted }))}
            />
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
                numeric={Object.keys(dayColumns).slice(1)}
                none=""
              />
            </details>
          </>
        )}
      </Answer>
    </Section>
  );
}

function HealthFacts({ health }: { health: Schemas['DeskHealth'] }) {
  const { reconciler, outbox, webhook, provider, version, startedAt } = health;
  const { lastRunAt, overdueOrders, oldestDueAt } = reconciler;
  const overdue = overdueOrders ? `${overdueOrders} orders overdue since ${since(oldestDueAt, 'now')}` : 'none overdue';
  const facts = {
    Razorpay: provider.reachable ? 'Answers' : 'Does not answer',
    'Checks of orders': `Last run ${since(lastRunAt, 'not yet')}, ${overdue}`,
    'Unsent emails': outbox.waiting ? `${outbox.waiting} since ${since(outbox.oldestAt, 'now')}` : 'None',
    'Last event from Razorpay': since(webhook.lastAt, 'None yet'),
    'Version running': `${version}, started ${since(startedAt, '')}`,
  };
  const bad = [!provider.reachable && 'Razorpay', overdueOrders > 0 && 'Checks of orders'];
  return <Facts facts={facts} bad={bad.filter((name) => name !== false)} />;
}

const Health = () => (
  <Section title="Health" id="health">
    <Answer query={useHealth()}>{(health) => <HealthFacts health={health} />}</Answer>
  </Section>
);
