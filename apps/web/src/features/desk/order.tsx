import { useEffect, useState } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import { formatMethod, formatPaise } from '../../../../../packages/formats/formats.mjs';
import { failureSentence } from '../../ui/failure-reasons';
import { $desk } from './desk-api';
import type { Schemas } from './desk-client';
import { Answer, type Columns, DeskPage, DeskTable, Facts, ProviderNotice, Section, Time } from './desk-parts';
import { inWords, itemWords, since, stateOf, storyOf, timeLeft, timeOf } from './desk-words';
import { NotedActions, SmallActions } from './order-actions';
import { type Attempt, isOpen, Refund } from './order-refund';

type DeskOrder = Schemas['DeskOrder'];

/** While a refund is not clear, the page asks this often what is known. */
const askAgainMs = 5_000;

export function Order() {
  const { id = '' } = useParams();
  return (
    <DeskPage title={`Order ${id}`}>
      <ProviderNotice old="State, refunds, disputes and fees of this order" />
      <Content key={id} id={id} />
    </DeskPage>
  );
}

/** A link to an action leads to its form, once it is there. */
function useActionInAddress(isThere: boolean) {
  const { hash } = useLocation();
  useEffect(() => {
    const section = isThere && hash ? document.getElementById(hash.slice(1)) : null;
    section?.scrollIntoView();
    section?.querySelector<HTMLElement>('select, textarea')?.focus();
  }, [isThere, hash]);
}

function Content({ id }: { id: string }) {
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const query = $desk.useQuery(
    'get',
    '/desk/orders/{id}',
    { params: { path: { id } } },
    { refetchInterval: ({ state }) => isOpen(attempt, state.data) && askAgainMs },
  );
  // An attempt that the provider does not know, once it has been asked, was not made.
  const onChecked = () =>
    setAttempt(isOpen(attempt, query.data) && attempt ? { ...attempt, outcome: 'not_made' } : attempt);
  useActionInAddress(query.data !== undefined);
  return (
    <Answer query={query}>
      {(order) => (
        <div className="desk-columns">
          <div>
            <Section title="Facts">
              <Facts facts={factsOf(order)} />
            </Section>
            <Money order={order} />
            <Timeline order={order} />
          </div>
          <div>
            <Needs order={order} />
            <Refund order={order} attempt={attempt} onAttempt={setAttempt} />
            <NotedActions order={order} />
            <SmallActions order={order} onChecked={onChecked} />
          </div>
        </div>
      )}
    </Answer>
  );
}

const Owner = ({ owner }: { owner: DeskOrder['owner'] }) =>
  owner ? (
    <>
      <Link to={`/desk/people/${owner.id}`}>{owner.email ?? 'An account without an address'}</Link>
      {owner.isDeleted && ', account deleted'}
      {owner.email && !owner.emailVerifiedAt && ', address not confirmed'}
    </>
  ) : (
    'None: no signed-in payer has claimed it'
  );

function factsOf(order: DeskOrder) {
  const { money, currency, amountPaise, createdAt, paidAt, nextCheckAt } = order;
  const say = (paise: number | null) => (paise === null ? 'Not known yet' : formatPaise(paise, currency));
  return {
    State: stateOf(order),
    Owner: <Owner owner={order.owner} />,
    'Amount of the order': say(amountPaise),
    'Money in': say(money.receivedPaise),
    'Money out: refunded': say(money.refundedPaise),
    'Money out: refund on its way': say(money.refundPendingPaise),
    'Money out: taken by banks': say(money.deductedPaise),
    'Fees of the provider': say(money.feePaise) + (money.taxPaise === null ? '' : `, of it tax ${say(money.taxPaise)}`),
    Created: since(createdAt, ''),
    Paid: since(paidAt, 'Not yet'),
    Receipt: order.receiptNumber ?? 'None',
    'Our order number': order.receipt,
    'Next check at the provider': since(nextCheckAt, 'None: nothing is expected to change'),
  };
}

const namesAndValues = (values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) => `${name.toUpperCase().replaceAll('_', ' ')} ${value}`);

const paymentColumns: Columns<Schemas['DeskPayment']> = {
  Payment: ({ id }) => id,
  'Begun (IST)': ({ createdAt }) => <Time at={createdAt} />,
  State: ({ status, surplus, errorReason }) =>
    [status, surplus && 'a second payment', status === 'failed' && failureSentence(errorReason)]
      .filter(Boolean)
      .join(', '),
  Method: ({ method, methodDetails }) => (method ? formatMethod(method, methodDetails) : 'Not known'),
  References: ({ references }) => namesAndValues(references).join(', ') || 'None',
  Amount: ({ amountPaise, currency }) => formatPaise(amountPaise, currency),
};

const refundColumns: Columns<Schemas['DeskAttemptedRefund']> = {
  Refund: ({ id }) => id ?? 'No id yet',
  'Made (IST)': ({ createdAt }) => <Time at={createdAt} />,
  State: ({ status }) => status,
  'Bank reference': ({ reference }) => reference ?? 'None yet',
  Amount: ({ amountPaise }) => formatPaise(amountPaise),
};

const disputeColumns: Columns<Schemas['DeskDispute']> = {
  Dispute: ({ id }) => id,
  State: ({ status, closedAt }) => inWords(status) + (closedAt ? ', closed by staff' : ''),
  Reason: ({ reasonCode, phase }) => inWords([reasonCode, phase].filter(Boolean).join(', ')) || 'None',
  'Answer by (IST)': ({ respondBy }) => (respondBy ? `${timeOf(respondBy)}, ${timeLeft(respondBy)}` : 'No date'),
  'Taken back': ({ amountDeductedPaise }) => formatPaise(amountDeductedPaise),
  Disputed: ({ amountPaise }) => formatPaise(amountPaise),
};

function Money({ order: { payments, disputes } }: { order: DeskOrder }) {
  const refunds = payments.flatMap((payment) => payment.refunds);
  const numeric = ['Amount', 'Taken back', 'Disputed'];
  return (
    <Section title="Payments">
      <DeskTable caption="Payments" columns={paymentColumns} rows={payments} numeric={numeric} none="None was tried." />
      {refunds.length > 0 && (
        <DeskTable caption="Refunds" columns={refundColumns} rows={refunds} numeric={numeric} none="" />
      )}
      {disputes.length > 0 && (
        <DeskTable caption="Disputes" columns={disputeColumns} rows={disputes} numeric={numeric} none="" />
      )}
    </Section>
  );
}

const Timeline = ({ order }: { order: DeskOrder }) => (
  <Section title="What happened">
    <ol className="desk-timeline">
      {order.timeline.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events have no id, and two may be equal
        <li key={`${event.at} ${index}`} className={`desk-event--${event.kind}`}>
          <Time at={event.at} />
          <span>{storyOf(event, order)}</span>
        </li>
      ))}
    </ol>
    <p className="caption">All times in India (IST).</p>
  </Section>
);

const Needs = ({ order: { needs } }: { order: DeskOrder }) =>
  needs.length > 0 && (
    <div className="desk-notice">
      <ul>
        {needs.map((need) => (
          <li key={need.kind + need.subject}>
            {itemWords[need.kind]} ({need.subject}), since {timeOf(need.since)} IST.
          </li>
        ))}
      </ul>
    </div>
  );
