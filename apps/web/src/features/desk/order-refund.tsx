import { formatPaise, refundTime } from '@novacore/shared/formats';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Field } from '../../ui/field';
import { $desk, orderQuery } from './desk-api';
import type { Schemas } from './desk-client';
import { Section } from './desk-parts';
import { destinationOf } from './desk-words';
import { othersOf } from './order-story';
import { ReasonForm } from './reason-form';

type DeskOrder = Schemas['DeskOrder'];
type Payment = Schemas['DeskPayment'];

/** A refund call and its outcome. `changed` means that the call was refused because the order had changed. */
export interface Attempt {
  outcome: Schemas['DeskRefundReply']['refundStatus'] | 'changed';
  paise: number;
  /** The refundable amount that the page showed before the call. */
  shownPaise: number;
  /** Missing for a refund that was started elsewhere: it may be of any payment. */
  paymentId?: string;
  /** When its outcome was known here, 0 for a refund that was started elsewhere. */
  at: number;
}

/** True if the order was loaded before an attempt whose result is unknown. */
export const isOlder = (dataUpdatedAt: number, attempt: Attempt | null) =>
  attempt?.outcome === 'unknown' && dataUpdatedAt <= attempt.at;

/** Says what happened to an attempt, according to the current order. */
function sentenceFor({ outcome, paise, shownPaise, paymentId }: Attempt, order: DeskOrder): string {
  const payment = order.payments.find(({ id }) => id === paymentId);
  const { refundablePaise } = payment ?? order.money;
  const isDone = refundablePaise < shownPaise;
  const amount = formatPaise(isDone ? shownPaise - refundablePaise : paise, order.currency);
  if (order.isRefunding)
    return `Not known yet whether ${payment ? amount : 'a payment'} was refunded: a refund is being made, or the reply was lost. We look it up within minutes, and this page then says it. Do not send the money another way.`;
  const isProcessed = payment ? payment.refundStatus === 'processed' : order.money.refundPendingPaise === 0;
  const now = `${amount} ${isProcessed ? 'was refunded' : 'is on its way back to the payer'}`;
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

const refundableOf = ({ payments }: DeskOrder) => payments.filter(({ refundablePaise }) => refundablePaise > 0);

/** Says what a refund will do. */
function consequenceOf(payment: Payment, { owner }: DeskOrder, action: string) {
  const time = refundTime(payment.method ?? '', new Date().toISOString()).days;
  const whose = owner?.email ? ` of ${owner.email}` : '';
  const mail = owner?.email ? 'The payer gets an email.' : 'No email is sent: the order has no owner with an address.';
  return `${action} to ${destinationOf(payment)}${whose}. ${mail} Banks show it late (${time}). It cannot be undone.`;
}

type Props = { order: DeskOrder; attempt: Attempt | null; onAttempt: (attempt: Attempt) => void };

/** The refund: offered with its consequence; after it, only what came of it. */
export function Refund({ order, attempt, onAttempt }: Props) {
  const isOffered =
    !order.isRefunding &&
    order.actions.some((action) => action === 'refundDeskOrder' || action === 'refundDespiteDispute');
  const refundable = isOffered ? refundableOf(order) : [];
  const isAwaited = attempt?.outcome === 'unknown' || attempt?.outcome === 'changed';
  useEffect(() => {
    // Started before this page was loaded, or by another person.
    const { refundablePaise: paise } = order.money;
    if (order.isRefunding && !isAwaited) onAttempt({ outcome: 'unknown', paise, shownPaise: paise, at: 0 });
  }, [order, isAwaited, onAttempt]);
  if (!attempt && !refundable.length) return null;
  return (
    <Section title="Refund" id="refund">
      {attempt && <Result key={attempt.at} text={sentenceFor(attempt, order)} />}
      {refundable.map((payment) => (
        <section key={payment.id} id={`refund-${payment.id}`} aria-label={`Payment ${payment.id}`}>
          {refundable.length > 1 && <h3>Payment {payment.id}</h3>}
          {/* After a part was refunded, the form offers the rest. */}
          <RefundForm key={payment.refundablePaise} payment={payment} order={order} onAttempt={onAttempt} />
        </section>
      ))}
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

type FormProps = Pick<Props, 'order' | 'onAttempt'> & { payment: Payment };

function RefundForm({ payment, order, onAttempt }: FormProps) {
  const queries = useQueryClient();
  const { id, disputes, currency } = order;
  const { id: paymentId, refundablePaise } = payment;
  const [amountPaise, setAmount] = useState(refundablePaise);
  const amountField = `refund-${paymentId}-amount`;
  const action = `Refund ${amountPaise > 0 ? formatPaise(amountPaise, currency) : ''}`.trim();
  const { mutateAsync } = $desk.useMutation('post', '/desk/orders/{id}/refund', { meta: { action } });
  const ofPayment = disputes.filter((dispute) => dispute.paymentId === paymentId);
  const isDisputed =
    order.actions.includes('refundDespiteDispute') &&
    ofPayment.some(({ status }) => status !== 'won' && status !== 'closed');
  const { queryKey } = orderQuery(id);
  const show = (known: DeskOrder) => queries.setQueryData(queryKey, known);

  const send = async (reason: string) => {
    const body = { paymentId, amountPaise, refundablePaise, reason, ...(isDisputed && { despiteDispute: true }) };
    const end = (outcome: Attempt['outcome']) =>
      onAttempt({ outcome, paise: amountPaise, shownPaise: refundablePaise, paymentId, at: Date.now() });
    try {
      const reply = await mutateAsync({ params: { path: { id } }, body });
      end(reply.refundStatus);
      show(reply.order);
    } catch (thrown) {
      const problem = thrown as Schemas['DeskProblem'];
      const isChanged = problem.code === 'refund_changed' || problem.code === 'nothing_captured';
      const isClear = problem.status < 500 || ['provider_refused', 'provider_unavailable'].includes(problem.code);
      if (problem.order) show(problem.order);
      if (isClear && !isChanged) throw thrown;
      // Without a clear answer the server may have made it all the same.
      end(isChanged ? 'changed' : 'unknown');
      if (!problem.order) await queries.invalidateQueries({ queryKey });
    }
  };
  const warning = ofPayment.some(({ status }) => status === 'lost')
    ? ' The bank has returned the money already: the payer would get it twice.'
    : ' A bank disputes this payment and may return the money itself: the payer could get it twice.';
  const form = (
    <ReasonForm
      name={`refund-${paymentId}`}
      consequence={othersOf(order, payment) + consequenceOf(payment, order, action) + (isDisputed ? warning : '')}
      reasons={reasons}
      button={`${action}${isDisputed ? ' despite the dispute' : ''}`}
      send={send}
    >
      {(errors) => (
        <Field
          name={amountField}
          label={`Amount (${currency})`}
          type="number"
          inputMode="decimal"
          min="1"
          max={refundablePaise / 100}
          step="0.01"
          defaultValue={(refundablePaise / 100).toFixed(2)}
          onInput={({ currentTarget }) => setAmount(Math.round(currentTarget.valueAsNumber * 100))}
          error={errors[amountField]}
        />
      )}
    </ReasonForm>
  );
  if (!isDisputed) return form;
  return (
    <details>
      <summary>Refund despite the dispute</summary>
      {form}
    </details>
  );
}
