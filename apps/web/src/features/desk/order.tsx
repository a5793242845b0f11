import { formatPaise, receiptLines } from '@novacore/shared/formats';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { Link, useLocation, useParams } from 'react-router-dom';
import { CaseActions, noted } from './cases';
import { $desk, accessQuery, orderQuery } from './desk-api';
import type { Schemas } from './desk-client';
import { Answer, DeskPage, Facts, ProviderNotice, Section } from './desk-parts';
import { caseWords, dayOf, inWords, secondOf, since, stateOf, storyOf, timeOf } from './desk-words';
import { Money } from './order-money';
import { type Attempt, isOlder, Refund } from './order-refund';
import { orderStory } from './order-story';
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
        <>
          <StoryOf order={order} />
          <div className="desk-columns">
            <div>
              <Needs order={order} />
              <Refund
                order={{ ...order, isRefunding: order.isRefunding || isUnknown }}
                attempt={attempt}
                onAttempt={setAttempt}
              />
              <SmallActions order={order} />
            </div>
            <div>
              <Section title="Facts">
                <Facts facts={factsOf(order)} />
              </Section>
              <Money order={order} />
            </div>
            <Timeline order={order} />
          </div>
        </>
      )}
    </Answer>
  );
}

/** The sentences that staff say to the payer. */
function StoryOf({ order }: { order: DeskOrder }) {
  const story = orderStory(order);
  const copy = () =>
    navigator.clipboard.writeText(story).then(
      () => toast.success('Copied.'),
      () => toast.error('The browser did not allow it. Select the text and copy it.'),
    );
  return (
    <section className="desk-story" aria-label="Story">
      <p>{story}</p>
      {navigator.clipboard && (
        <button type="button" className="btn btn--small" onClick={copy}>
          Copy
        </button>
      )}
    </section>
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
    'No account yet'
  );

function factsOf(order: DeskOrder) {
  const { money, currency, createdAt, nextCheckAt, payments } = order;
  const say = (paise: number) => formatPaise(paise, currency);
  const amounts = {
    'Amount of the order': order.amountPaise,
    Received: money.receivedPaise,
    Refunded: money.refundedPaise,
    'Refund on its way': money.refundPendingPaise,
    'Taken back by the bank': money.deductedPaise,
    'Razorpay’s fees': money.feePaise ?? 0,
    'GST in the fees': money.taxPaise ?? 0,
  };
  const settled = payments.flatMap(({ id, settlement }) => (settlement ? [{ paymentId: id, settlement }] : []));
  return {
    State: stateOf(order),
    Owner: <Owner owner={order.owner} />,
    ...Object.fromEntries(Object.entries(amounts).flatMap(([name, paise]) => (paise ? [[name, say(paise)]] : []))),
    ...Object.fromEntries(
      settled.map(({ paymentId, settlement }, index) => [
        index ? `Settlement of ${paymentId}` : 'Settlement',
        <SettlementLink key={paymentId} {...settlement} />,
      ]),
    ),
    Created: since(createdAt, ''),
    For: order.product.title,
    ...(order.document && {
      Receipt: (
        <details>
          <summary>{order.receiptNumber}</summary>
          <Facts facts={Object.fromEntries(receiptLines(order.document, { email: order.owner?.email }))} />
        </details>
      ),
    }),
    ...(nextCheckAt && order.status !== 'PAID' && { 'Next check at Razorpay': since(nextCheckAt, '') }),
  };
}

function SettlementLink({ id, day, utr }: NonNullable<Schemas['DeskPayment']['settlement']>) {
  const { data } = useQuery(accessQuery);
  const mayOpen = data?.operations.includes('getDeskSettlement');
  return (
    <>
      {mayOpen ? <Link to={`/desk/settlements/${id}`}>{id}</Link> : id}
      {day && `, ${dayOf(day)}`}
      {utr && `, UTR ${utr}`}
    </>
  );
}

const technical: Schemas['DeskEvent']['kind'][] = ['webhook', 'checkout'];

const Events = ({ events, order }: { events: DeskOrder['timeline']; order: DeskOrder }) => (
  <ol className="desk-timeline">
    {events.map((event, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: events have no id, and two may be equal
      <li key={`${event.at} ${index}`} className={`desk-event--${event.kind}`}>
        <time dateTime={event.at}>{secondOf(event.at)}</time>
        <span>{storyOf(event, order)}</span>
      </li>
    ))}
  </ol>
);

function Timeline({ order }: { order: DeskOrder }) {
  const folded = order.timeline.filter(({ kind }) => technical.includes(kind));
  return (
    <Section title="What happened">
      <Events events={order.timeline.filter(({ kind }) => !technical.includes(kind))} order={order} />
      {folded.length > 0 && (
        <details>
          <summary>Technical events ({folded.length})</summary>
          <Events events={folded} order={order} />
        </details>
      )}
      <p className="caption">All times in India (IST).</p>
    </Section>
  );
}

/** Razorpay shows a dispute, and takes the answer to it, in its dashboard only. */
const disputesAtRazorpay = 'https://dashboard.razorpay.com/app/disputes';

function Needs({ order }: { order: DeskOrder }) {
  const { needs, disputes, actions } = order;
  return needs.map((need) => {
    const dispute = disputes.find(({ id }) => need.kind === 'dispute' && id === need.subject);
    const isOpen = dispute && ['open', 'under_review'].includes(dispute.status);
    return (
      <section key={need.kind + need.subject} className="desk-notice" id={`case-${need.kind}-${need.subject}`}>
        <p>
          <b>{dispute && !isOpen ? `Dispute ${inWords(dispute.status)}` : caseWords[need.kind]}</b>, since{' '}
          {timeOf(need.openedAt)} IST
          {need.waitUntil && `, waits until ${timeOf(need.waitUntil)} IST`}.{' '}
          {dispute && !isOpen ? decided[dispute.status] : need.detail}
        </p>
        {isOpen && (
          <a className="btn btn--small" href={disputesAtRazorpay} target="_blank" rel="noreferrer">
            Answer it at Razorpay
          </a>
        )}
        <CaseActions {...need} />
        {dispute && !isOpen && actions.includes('closeDeskDispute') && <CloseDispute id={order.id} />}
      </section>
    );
  });
}

const decided: Partial<Record<string, string>> = {
  won: 'The money stays. Close the dispute.',
  lost: 'The bank has taken the money back: do not refund it. Note what was done, and close the dispute.',
  closed: 'It ended without a decision. Close the dispute.',
};

function CloseDispute({ id }: { id: string }) {
  const { mutateAsync } = $desk.useMutation('put', '/desk/orders/{id}/disputes');
  return (
    <ReasonForm
      name="dispute"
      consequence="No money moves, and no email is sent."
      label="What was done about it"
      button="Close the dispute"
      send={(reason) => noted(mutateAsync({ params: { path: { id } }, body: { reason } }), 'The dispute is closed.')}
    />
  );
}

/** Actions that need no reason. */
function SmallActions({ order: { id, actions, owner } }: { order: DeskOrder }) {
  const queries = useQueryClient();
  const { queryKey } = orderQuery(id);
  const check = $desk.useMutation('post', '/desk/orders/{id}/check');
  const resend = $desk.useMutation('post', '/desk/mails');
  const askProvider = async () => {
    queries.setQueryData(queryKey, await check.mutateAsync({ params: { path: { id } } }));
    toast.success('The order is as Razorpay has it.');
  };
  const resendReceipt = async () => {
    toast.success((await resend.mutateAsync({ body: { orderId: id } })).message);
    await queries.invalidateQueries({ queryKey });
  };
  return (
    <Section title="More" id="more">
      {actions.includes('checkDeskOrder') && (
        <Action
          text="Ask Razorpay now, and apply what it reports. The scheduled checks do the same."
          button="Ask Razorpay now"
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
