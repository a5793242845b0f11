import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { formatMethod, formatPaise } from '../../../../../packages/formats/formats.mjs';
import { failureSentence } from '../../ui/failure-reasons';
import { $desk } from './desk-api';
import type { Schemas } from './desk-client';
import { Answer, type Column, DeskPage, DeskTable, ProviderNotice, Section, Time } from './desk-parts';
import { inWords, itemWords, stateOf, storyOf, timeLeft, timeOf } from './desk-words';
import { CloseDispute, Dismissals, SmallActions } from './order-actions';
import { type Attempt, Refund } from './order-refund';

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

function Content({ id }: { id: string }) {
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const isOpen = (order?: DeskOrder) => attempt?.isOpen(order) ?? false;
  const query = $desk.useQuery(
    'get',
    '/desk/orders/{id}',
    { params: { path: { id } } },
    { refetchInterval: ({ state }) => isOpen(state.data) && askAgainMs },
  );
  return (
    <Answer query={query}>
      {(order) => (
        <div className="desk-columns">
          <div>
            <Facts order={order} />
            <Payments order={order} />
            <Disputes disputes={order.disputes} currency={order.currency} />
            <Timeline order={order} />
          </div>
          <div>
            <Needs order={order} />
            <Refund order={order} attempt={attempt} onAttempt={setAttempt} />
            <CloseDispute order={order} />
            <Dismissals order={order} />
            <SmallActions order={order} onChecked={() => setAttempt(attempt?.afterCheck() ?? null)} />
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

function Facts({ order }: { order: DeskOrder }) {
  const { money, currency, amountPaise } = order;
  const say = (paise: number | null) => (paise === null ? 'Not known yet' : formatPaise(paise, currency));
  const facts = [
    ['State', stateOf(order)],
    ['Owner', <Owner key="owner" owner={order.owner} />],
    ['Amount of the order', say(amountPaise)],
    ['Money in', say(money.receivedPaise)],
    ['Money out: refunded', say(money.refundedPaise)],
    ['Money out: refund on its way', say(money.refundPendingPaise)],
    ['Money out: taken by banks', say(money.deductedPaise)],
    [
      'Fees of the provider',
      `${say(money.feePaise)}${money.taxPaise === null ? '' : `, of it tax ${say(money.taxPaise)}`}`,
    ],
    ['Created', `${timeOf(order.createdAt)} IST`],
    ['Paid', order.paidAt ? `${timeOf(order.paidAt)} IST` : 'Not yet'],
    ['Receipt', order.receiptNumber ?? 'None'],
    ['Our order number', order.receipt],
    [
      'Next check at the provider',
      order.nextCheckAt ? `${timeOf(order.nextCheckAt)} IST` : 'None: nothing is expected to change',
    ],
  ] as const;
  return (
    <Section title="Facts">
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

const namesAndValues = (values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) => `${name.toUpperCase().replaceAll('_', ' ')} ${value}`);

const refundLine = (
  { id, status, amountPaise, reference, createdAt }: Schemas['DeskAttemptedRefund'],
  currency: string,
) =>
  `Refund ${id ?? 'without an id yet'} of ${formatPaise(amountPaise, currency)}, ${timeOf(createdAt)}: ${status}${reference ? `, bank reference ${reference}` : ''}`;

function Payments({ order: { payments } }: { order: DeskOrder }) {
  const columns: Column<Schemas['DeskPayment']>[] = [
    { label: 'Payment', cell: ({ id }) => id },
    { label: 'Begun (IST)', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      label: 'State',
      cell: ({ status, surplus, errorReason }) =>
        `${status}${surplus ? ', a second payment' : ''}${status === 'failed' ? `. ${failureSentence(errorReason)}` : ''}`,
    },
    {
      label: 'Method',
      cell: ({ method, methodDetails }) => (method ? formatMethod(method, methodDetails) : 'Not known'),
    },
    { label: 'References', cell: ({ references }) => namesAndValues(references).join(', ') || 'None' },
    { label: 'Amount', cell: ({ amountPaise, currency }) => formatPaise(amountPaise, currency), numeric: true },
  ];
  return (
    <Section title="Payments">
      <DeskTable
        caption="Attempts to pay"
        columns={columns}
        rows={payments}
        keyOf={({ id }) => id}
        none="Nobody has tried to pay."
      />
      <ul className="desk-list">
        {payments.flatMap(({ refunds, currency }) =>
          refunds.map((refund) => <li key={refund.attempt + refund.createdAt}>{refundLine(refund, currency)}</li>),
        )}
      </ul>
    </Section>
  );
}

function Disputes({ disputes, currency }: { disputes: Schemas['DeskDispute'][]; currency: string }) {
  if (!disputes.length) return null;
  const say = (paise: number) => formatPaise(paise, currency);
  const columns: Column<Schemas['DeskDispute']>[] = [
    { label: 'Dispute', cell: ({ id }) => id },
    { label: 'State', cell: ({ status, closedAt }) => inWords(status) + (closedAt ? ', closed by staff' : '') },
    {
      label: 'Reason',
      cell: ({ reasonCode, phase }) => [reasonCode, phase].flatMap((each) => (each ? inWords(each) : [])).join(', '),
    },
    {
      label: 'Answer by (IST)',
      cell: ({ respondBy }) => (respondBy ? `${timeOf(respondBy)}, ${timeLeft(respondBy)}` : 'No date'),
    },
    { label: 'Taken back', cell: ({ amountDeductedPaise }) => say(amountDeductedPaise), numeric: true },
    { label: 'Disputed', cell: ({ amountPaise }) => say(amountPaise), numeric: true },
  ];
  return (
    <Section title="Disputes">
      <DeskTable caption="Disputes" columns={columns} rows={disputes} keyOf={({ id }) => id} none="" />
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
        {needs.map(({ kind, subject, since }) => (
          <li key={kind + subject}>
            {itemWords[kind]} ({subject}), since {timeOf(since)} IST.
          </li>
        ))}
      </ul>
    </div>
  );
