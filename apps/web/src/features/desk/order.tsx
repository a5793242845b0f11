import { formatMethod, formatPaise, receiptLines } from '@novacore/shared/formats';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { Link, useLocation, useParams } from 'react-router-dom';
import { failureSentence } from '../../ui/failure-reasons';
import { CaseActions, noted } from './cases';
import { $desk, orderQuery } from './desk-api';
import type { Schemas } from './desk-client';
import { Answer, type Columns, DeskPage, DeskTable, Facts, ProviderNotice, Section, Time } from './desk-parts';
import { caseWords, inWords, since, stateOf, storyOf, timeLeft, timeOf } from './desk-words';
import { type Attempt, isOlder, Refund } from './order-refund';
import { Action, ReasonForm } from './reason-form';

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
    if (!isThere || !hash) return;
    const section = document.getElementById(hash.slice(1));
    section?.scrollIntoView();
    (
      section?.querySelector<HTMLElement>('summary, select, textarea, button') ?? document.getElementById('desk-title')
    )?.focus();
  }, [isThere, hash]);
}

function Content({ id }: { id: string }) {
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const query = $desk.useQuery(
    'get',
    '/desk/orders/{id}',
    { params: { path: { id } } },
    {
      refetchInterval: ({ state }) => (state.data?.isRefunding || isOlder(state.dataUpdatedAt, attempt)) && askAgainMs,
    },
  );
  const isUnknown = isOlder(query.dataUpdatedAt, attempt);
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
          </div>
          <div>
            <Needs order={order} />
            <Refund
              order={{ ...order, isRefunding: order.isRefunding || isUnknown }}
              attempt={attempt}
              onAttempt={setAttempt}
            />
            <CloseDispute order={order} />
            <SmallActions order={order} />
          </div>
          <Timeline order={order} />
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
    'Fees of the provider':
      say(money.feePaise) + (money.taxPaise === null ? '' : `, including tax ${say(money.taxPaise)}`),
    Created: since(createdAt, ''),
    Paid: since(paidAt, 'Not yet'),
    For: order.product.title,
    Receipt: order.document ? (
      <details>
        <summary>{order.receiptNumber}</summary>
        <Facts facts={Object.fromEntries(receiptLines(order.document, { email: order.owner?.email }))} />
      </details>
    ) : (
      'None'
    ),
    'Our order number': order.receipt,
    'Next check at the provider': since(nextCheckAt, 'None: nothing is expected to change'),
  };
}

const namesAndValues = (values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) => `${name.toUpperCase().replaceAll('_', ' ')} ${value}`);

const paymentColumns: Columns<Schemas['DeskPayment']> = {
  Payment: ({ id }) => id,
  'Started (IST)': ({ createdAt }) => <Time at={createdAt} />,
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
      <DeskTable
        caption="Payments"
        columns={paymentColumns}
        rows={payments}
        numeric={numeric}
        none="No payment attempts."
      />
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
  needs.map((need) => (
    <section key={need.kind + need.subject} className="desk-notice" id={`case-${need.kind}-${need.subject}`}>
      <p>
        {caseWords[need.kind]}, since {timeOf(need.openedAt)} IST
        {need.waitUntil && `, waits until ${timeOf(need.waitUntil)} IST`}. {need.detail}
      </p>
      <CaseActions {...need} />
    </section>
  ));

function CloseDispute({ order: { id, actions } }: { order: DeskOrder }) {
  const { mutateAsync } = $desk.useMutation('put', '/desk/orders/{id}/disputes');
  if (!actions.includes('closeDeskDispute')) return null;
  return (
    <Section title="Close the dispute" id="dispute">
      <ReasonForm
        name="dispute"
        consequence="The bank has decided. Closing notes what was done about it, and ends its case. No money moves, and no email is sent."
        label="What was done about it"
        button="Close the dispute"
        send={(reason) => noted(mutateAsync({ params: { path: { id } }, body: { reason } }), 'The dispute is closed.')}
      />
    </Section>
  );
}

/** What needs no reason. */
function SmallActions({ order: { id, actions, owner } }: { order: DeskOrder }) {
  const queries = useQueryClient();
  const { queryKey } = orderQuery(id);
  const check = $desk.useMutation('post', '/desk/orders/{id}/check');
  const resend = $desk.useMutation('post', '/desk/mails');
  const askProvider = async () => {
    queries.setQueryData(queryKey, await check.mutateAsync({ params: { path: { id } } }));
    toast.success('The order is as the provider has it.');
  };
  const resendReceipt = async () => {
    toast.success((await resend.mutateAsync({ body: { orderId: id } })).message);
    await queries.invalidateQueries({ queryKey });
  };
  return (
    <Section title="More" id="more">
      {actions.includes('checkDeskOrder') && (
        <Action
          text="Ask the payment provider now, and apply what it reports. The scheduled checks do the same."
          button="Ask the provider now"
          work={askProvider}
        />
      )}
      {actions.includes('resendReceipt') && (
        <Action
          text={`Send the receipt to ${owner?.email} again.`}
          button="Send the receipt again"
          work={resendReceipt}
        />
      )}
    </Section>
  );
}
