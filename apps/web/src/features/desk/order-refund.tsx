import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatPaise, refundTime } from '../../../../../packages/formats/formats.mjs';
import { $desk, orderQuery } from './desk-api';
import type { Schemas } from './desk-client';
import { Section } from './desk-parts';
import { destinationOf } from './desk-words';
import { ReasonForm } from './reason-form';

type DeskOrder = Schemas['DeskOrder'];

/** A call that was made on this page, and what came of it. `changed`: it was refused, the order is not as it was shown. */
export interface Attempt {
  outcome: Schemas['DeskRefundReply']['refundStatus'] | 'changed';
  paise: number;
}

/** What became of an attempt, as the order is now. */
function sentenceFor({ outcome, paise }: Attempt, order: DeskOrder): string {
  const amount = formatPaise(paise, order.currency);
  if (order.isRefunding)
    return `Not known yet whether ${amount} was refunded: a refund is being made, or its answer was lost. We look it up within minutes, and this page then says it. Do not send the money another way.`;
  const now = `${amount} ${order.refundStatus === 'processed' ? 'was refunded' : 'is on its way back to the payer'}`;
  const isDone = order.money.refundablePaise < paise;
  if (outcome === 'changed') return `Nothing was refunded by this call${isDone ? `: ${now} by another one` : ''}.`;
  if (outcome === 'unknown') return isDone ? `It is known now: ${now}.` : 'It is known now: no refund was made.';
  return outcome === 'failed' || !isDone ? `The bank did not take the refund of ${amount}. It came back.` : `${now}.`;
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
  useEffect(() => {
    // Begun before this page was loaded, or by another person.
    if (order.isRefunding && !attempt) onAttempt({ outcome: 'unknown', paise: order.money.refundablePaise });
  }, [order, attempt, onAttempt]);
  if (!attempt && !isOffered) return null;
  return (
    <Section title="Refund" id="refund">
      {attempt && <Result text={sentenceFor(attempt, order)} />}
      {isOffered && <RefundForm order={order} onAttempt={onAttempt} />}
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
  const { queryKey } = orderQuery(id);
  const show = (known: DeskOrder) => queries.setQueryData(queryKey, known);

  const send = async (reason: string) => {
    const { refundablePaise } = money;
    const body = { refundablePaise, reason, ...(isDisputed && { despiteDispute: true }) };
    try {
      const reply = await mutateAsync({ params: { path: { id } }, body });
      onAttempt({ outcome: reply.refundStatus, paise: refundablePaise });
      show(reply.order);
    } catch (thrown) {
      const problem = thrown as Schemas['DeskProblem'];
      const isChanged = problem.code === 'refund_changed' || problem.code === 'nothing_captured';
      const isClear = problem.status < 500 || ['provider_refused', 'provider_unavailable'].includes(problem.code);
      if (problem.order) show(problem.order);
      if (isClear && !isChanged) throw thrown;
      // Without a clear answer the server may have made it all the same.
      onAttempt({ outcome: isChanged ? 'changed' : 'unknown', paise: refundablePaise });
      if (!problem.order) await queries.invalidateQueries({ queryKey });
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
