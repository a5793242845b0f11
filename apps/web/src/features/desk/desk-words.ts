import { formatIndianDate, formatIndianTime, formatMethod, formatPaise } from '@novacore/shared/formats';
import { failureSentence } from '../../ui/failure-reasons';
import type { Schemas } from './desk-client';

type Order = Schemas['DeskOrder'];
type Event = Schemas['DeskEvent'];

export const statusWords: Record<Schemas['DeskOrderStatus'], string> = {
  CREATING: 'Being created',
  CREATE_FAILED: 'Not created',
  CREATED: 'Not paid',
  EXPIRED: 'Closed, not paid',
  AUTHORIZED: 'Approved, not collected',
  REVIEW: 'Under review',
  PAID: 'Paid',
  REFUNDED: 'Refunded',
};

const refundWords: Record<string, string> = {
  pending: 'refund on its way',
  failed: 'refund failed',
  processed: 'refunded',
};

type State = Pick<Order, 'status' | 'refundStatus' | 'refundedPaise' | 'amountPaise' | 'currency' | 'disputed'>;

export function stateOf({ status, refundStatus, refundedPaise, amountPaise, currency, disputed }: State) {
  const part =
    refundedPaise > 0 && refundedPaise < amountPaise
      ? `${formatPaise(refundedPaise, currency)} of ${formatPaise(amountPaise, currency)} refunded`
      : undefined;
  const isSaid = refundStatus === 'processed' && (status === 'REFUNDED' || part);
  const refund = isSaid ? undefined : refundWords[refundStatus];
  return [statusWords[status], part, refund, disputed && 'disputed'].filter(Boolean).join(', ');
}

/** A day of the contract. At noon, so that it is this day in India. */
export const dayOf = (day: string) => formatIndianDate(`${day}T06:30:00Z`);

/** In Indian time, as all times of the desk. */
export const timeOf = (time: string) => formatIndianTime(time).replace(' IST', '');

/** With its seconds: India is a whole minute from UTC. */
export const secondOf = (time: string) =>
  timeOf(time).replace(/:\d\d/, (minutes) => `${minutes}:${time.slice(17, 19)}`);

/** A time, or what is said without one. */
export const since = (time: string | null, none: string) => (time ? `${timeOf(time)} IST` : none);

/** Turns a name of the contract into words: `NEW_SIGN_IN` becomes "new sign in". */
export const inWords = (name: string) => name.toLowerCase().replaceAll('_', ' ');

const results: Record<string, string> = {
  done: 'Done',
  processed: 'Refunded',
  pending: 'Refund on its way',
  failed: 'Refund failed',
  unknown: 'Not known',
  unexpected: 'Failed',
  known: 'Known',
  adopted: 'Added',
  missing: 'Missing here',
  not_ours: 'Not ours',
};

/** How an action of staff ended. */
export const outcomeOf = (outcome: string | null) =>
  outcome === null ? 'Not known' : (results[outcome] ?? `Refused: ${inWords(outcome)}`);

export const caseWords: Record<Schemas['DeskCaseKindName'], string> = {
  review: 'Payment and order differ',
  dispute: 'Payment disputed',
  refund: 'A refund failed or is late',
  deleted: 'Payment for a deleted account',
  outbox: 'Unsent emails',
  settlement: 'Settlement failed, is late or does not add up',
  line: 'A settled line and our books differ',
  unsettled: 'Not settled yet',
};

const eventWords: Record<Schemas['DeskCaseEvent']['event'], string> = {
  opened: 'Opened',
  reopened: 'Reopened after a change',
  waiting: 'Put aside',
  finished: 'Finished',
  ended: 'Ended automatically',
};

export const caseEvent = ({ at, event, by, reason }: Schemas['DeskCaseEvent']) =>
  `${timeOf(at)}: ${eventWords[event]}${by ? ` by ${by}` : ''}${reason ? `: ${reason}` : ''}`;

/** The time left to answer a dispute. */
export function timeLeft(respondBy: string, now = Date.now()) {
  const hours = Math.floor((Date.parse(respondBy) - now) / 3_600_000);
  if (hours < 0) return 'too late to answer';
  return hours < 48 ? `${hours} h left to answer` : `${Math.floor(hours / 24)} days left to answer`;
}

/** Names the account that gets a refund. */
export function destinationOf({ method, methodDetails: { last4, vpa, bank, wallet } }: Schemas['DeskPayment']) {
  if (method === 'card') return last4 ? `the card ending ${last4}` : 'the card';
  if (method === 'upi') return vpa ? `the UPI address ${vpa}` : 'the UPI account';
  if (method === 'netbanking') return bank ? `the account at ${bank}` : 'the bank account';
  return wallet ? `the wallet ${wallet}` : 'its source';
}

const causeWords: Record<string, string> = {
  operator: 'by staff',
  surplus: 'because it was a second payment',
  reconciler: 'by a check at Razorpay',
  audit: 'by a comparison with Razorpay',
  createOrder: 'when it was created',
  verifyPayment: 'when checkout returned',
  checkOrder: 'by a check that the payer asked for',
};

const causeOf = (cause: string | null) =>
  cause === null ? '' : `, ${causeWords[cause] ?? cause.replace(/^webhook (.+)$/, 'by the event $1')}`;

const referenceOf = ({ reference }: Event) => (reference ? ` Bank reference ${reference}.` : '');

type Story = (event: Event, order: Order) => string;

const amountOf = ({ amountPaise }: Event, { currency }: Order) =>
  amountPaise === null ? '' : formatPaise(amountPaise, currency);

const paymentStory: Story = (event, order) => {
  const payment = order.payments.find(({ id }) => id === event.subject);
  const how = payment?.method ? ` by ${formatMethod(payment.method, payment.methodDetails)}` : '';
  const why = event.state === 'failed' ? ` ${failureSentence(event.detail)}` : '';
  const which = payment?.surplus ? 'Second payment' : 'Payment';
  return `${which} ${event.subject} of ${amountOf(event, order)}${how}: ${event.state}.${why}${referenceOf(event)}`;
};

const refundState: Record<string, string> = {
  pending: 'on its way',
  processed: 'done',
  failed: 'failed, the money came back',
};

const stories: Record<Event['kind'], Story> = {
  created: (event, order) => `Order of ${amountOf(event, order)} created.`,
  checkout: ({ by }) => `${by ?? 'The payer'} opened checkout.`,
  status: ({ state, detail }) => `Now “${statusWords[state as keyof typeof statusWords] ?? state}”${causeOf(detail)}.`,
  payment: paymentStory,
  refund: (event, order) =>
    `Refund ${event.subject ?? ''} of ${amountOf(event, order)}: ${refundState[event.state ?? ''] ?? event.state}` +
    `${causeOf(event.detail)}.${referenceOf(event)}`,
  refund_request: (event, order) =>
    `${event.by === 'surplus' ? 'Automatic refund' : `Refund requested by ${event.by}`} of ${amountOf(event, order)} for ${event.subject}: ` +
    `${event.state === 'unknown' ? 'not known yet' : event.state}${event.detail ? `: ${event.detail}` : ''}.`,
  dispute: (event, order) =>
    `Dispute ${event.subject} over ${amountOf(event, order)}: ${inWords(event.state ?? '')}` +
    `${event.detail ? `, ${inWords(event.detail)}` : ''}.`,
  dispute_closed: ({ detail }) => `Dispute closed by staff${detail ? `: ${detail}` : '.'}`,
  webhook: ({ state, detail }) => `Webhook event ${state} received${detail === 'ignored' ? ', ignored' : ''}.`,
  mail: ({ state, detail }) => `Email “${inWords(detail ?? '')}”: ${inWords(state ?? '')}.`,
  staff: ({ by, state, outcome, detail }) =>
    `${by}: ${state}. ${outcomeOf(outcome)}.${detail ? ` Reason: ${detail}` : ''}`,
};

export const storyOf: Story = (event, order) => stories[event.kind]?.(event, order) ?? inWords(event.kind);

const searchWords: Record<string, string> = {
  order: 'an order id',
  payment: 'a payment id',
  refund: 'a refund id',
  dispute: 'a dispute id',
  receipt: 'a receipt number',
  bank_reference: 'a bank reference',
  upi_address: 'a UPI address',
  email: 'an email address',
  card: 'the last four digits of a card',
  settlement: 'a settlement id',
  amount: 'an amount',
  day: 'a day',
};

/** How a search was understood: "Read as the last four digits of a card, 4242". */
export function readAs({ kind, text, amountPaise, day }: Schemas['DeskOrderSearch']) {
  const value = [amountPaise !== null && formatPaise(amountPaise), day && dayOf(day), text]
    .filter(Boolean)
    .join(' on ');
  const words = kind === 'amount' && day ? 'an amount and a day' : searchWords[kind ?? ''];
  const hint = kind === 'card' ? ` For an amount, search ₹${text}.` : '';
  return { words: `Read as ${words}`, value, hint };
}
