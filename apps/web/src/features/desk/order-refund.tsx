import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatPaise, refundTime } from '../../../../../packages/formats/formats.mjs';
import { $desk, orderQuery } from './desk-api';
import type { Schemas } from './desk-client';
import { Section } from './desk-parts';
import { destinationOf } from './desk-words';
import { ReasonForm } from './reason-form';

type DeskOrder = Schemas['DeskOrder'];
type Outcome = Schemas['DeskRefundReply']['refundStatus'] | 'changed' | 'not_made';

/** A call that was made on this page, and what came of it. */
export interface Attempt {
  outcome: Outcome;
  paise: number;
}

/** Whether the page still has to find out what happened. */
export const isOpen = (attempt: Attempt | null, order?: DeskOrder) =>
  order?.isRefunding ||
  ((attempt?.outcome === 'unknown' || attempt?.outcome === 'changed') &&
    order?.money.refundablePaise === attempt.paise);

/** What became of an attempt, as the order is now. */
function sentenceFor(attempt: Attempt, order: DeskOrder): string {
  const { outcome, paise } = attempt;
  const amount = formatPaise(paise, order.currency);
  const isDone = order.money.refundablePaise < paise;
  const now = order.refundStatus === 'processed' ? 'was refunded' : 'is on its way back to the payer';
  if (outcome === 'unknown')
    return isOpen(attempt, order)
      ? `Not known yet whether ${amount} was refunded: no clear answer came. We look it up within minutes, and this page then says it. Do not send the money another way.`
      : `It is known now: ${amount} ${now}.`;
  if (outcome === 'changed')
    return isOpen(attempt, order)
      ? 'Another refund of this order is under way. Nothing was refunded by this call. The page shows the result when it is known.'
      : `What could be refunded had changed. Nothing was refunded by this call${isDone ? `: ${amount} ${now} by another one` : ''}.`;
  if (outcome === 'not_made')
    return isDone
      ? `It is known now: ${amount} ${now}.`
      : 'The payment provider knows of no refund. Nothing was returned.';
  if (outcome === 'failed') return `The bank did not take the refund of ${amount}. Nothing was returned.`;
  return `${amount} ${order.refundStatus === 'failed' ? 'came back: the bank did not take it' : now}.`;
}

const reasons = [
  'The payer paid twice.',
  'The payer asked for it within the time of the refund policy.',
  'The service was not delivered.',
  'The amount was wrong.',
];

/** What a refund would do. */
function consequenceOf({ payments, owner, currency, money }: DeskOrder) {
  const refunded = payments.filter(({ refundablePaise }) => refundablePaise > 0);
  const parts = refunded.map(
    (payment) => `${formatPaise(payment.refundablePaise, currency)} to ${destinationOf(payment)}`,
  );
  const times = new Set(refunded.map(({ method }) => refundTime(method ?? '', new Date().toISOString()).days));
  const whose = owner?.email ? ` of ${owner.email}` : '';
  const mail = owner?.email ? 'The payer gets a mail.' : 'No mail is sent: the order has no owner with an address.';
  const total = parts.length > 1 ? ` ${formatPaise(money.refundablePaise, currency)} in all.` : '';
  return `Refund ${parts.join(', and ')}${whose}.${total} ${mail} Banks show it late (${[...times].join(', ')}). It cannot be undone.`;
}

type Props = { order: DeskOrder; attempt: Attempt | null; onAttempt: (attempt: Attempt) => void };

/** The refund: offered with its consequence; after it, only what came of it. */
export function Refund({ order, attempt, onAttempt }: Props) {
  const isOffered = order.actions.some((action) => action === 'refundDeskOrder' || action === 'refundDespiteDispute');
  if (!attempt && !order.isRefunding && !isOffered) return null;
  return (
    <Section title="Refund" id="refund">
      {attempt && <Result text={sentenceFor(attempt, order)} />}
      {!attempt && order.isRefunding && (
        <p className="desk-notice">A refund is under way. The page shows the result when it is known.</p>
      )}
      {isOffered && !isOpen(attempt, order) && <RefundForm order={order} onAttempt={onAttempt} />}
    </Section>
  );
}

/** Takes the focus from the button that is gone. */
function Result({ text }: { text: string }) {
  const result = useRef<HTMLParagraphElement>(null);
  useEffect(() => result.current?.focus(), []);
  return (
    <p ref={result} className="desk-notice" role="status" tabIndex={-1}>
      <span key={text}>{text}</span>
    </p>
  );
}

function RefundForm({ order, onAttempt }: Pick<Props, 'order' | 'onAttempt'>) {
  const queries = useQueryClient();
  const { mutateAsync } = $desk.useMutation('post', '/desk/orders/{id}/refund');
  const { id, money, currency } = order;
  const isDisputed = order.actions.includes('refundDespiteDispute');
  const show = (known: DeskOrder) => queries.setQueryData(orderQuery(id).queryKey, known);

  const send = async (reason: string) => {
    const { refundablePaise } = money;
    const body = { refundablePaise, reason, ...(isDisputed && { despiteDispute: true }) };
    try {
      const reply = await mutateAsync({ params: { path: { id } }, body });
      onAttempt({ outcome: reply.refundStatus, paise: refundablePaise });
      show(reply.order);
    } catch (thrown) {
      const problem = thrown as Schemas['DeskProblem'];
      if (problem.status === 409 && problem.code !== 'dispute_forbids')
        onAttempt({ outcome: 'changed', paise: refundablePaise });
      // Without an answer, the server may have made it all the same. These two say that it has not.
      else if (problem.status >= 500 && !['provider_refused', 'provider_unavailable'].includes(problem.code))
        onAttempt({ outcome: 'unknown', paise: refundablePaise });
      else throw thrown;
      if (problem.order) show(problem.order);
    }
  };
  return (
    <ReasonForm
      name="refund"
      consequence={
        consequenceOf(order) +
        (isDisputed
          ? ' A bank disputes this payment and may return the money itself: the payer could get it twice.'
          : '')
      }
      reasons={reasons}
      button={`Refund ${formatPaise(money.refundablePaise, currency)}${isDisputed ? ' despite the dispute' : ''}`}
      send={send}
    />
  );
}
