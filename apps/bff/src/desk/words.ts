import { reasonOf } from '../database/reason';
import { Refusal, type StaffReason } from '../payments/rules/errors';
import { shellWord } from './print';

type Named = Refusal['named'];

const words: Record<StaffReason, (named: Named) => string> = {
  order_unknown: ({ id }) => `There is no order ${id}.`,
  reason_missing: ({ option = '--despite-dispute' }) => `${option} needs a --reason.`,
  nothing_captured: ({ id }) => `Nothing is captured for ${id}: there is nothing to refund.`,
  dispute_forbids: ({ dispute, payment, status }) =>
    `The dispute ${dispute} of ${payment} is ${status}: the bank may return this money itself. ` +
    'To refund it all the same, add --despite-dispute and --reason.',
  provider_refuses: ({ payment, why }) => `The provider refused to refund ${payment}: ${why}.`,
  no_open_dispute: () => 'This order has no open dispute.',
  dispute_awaits_decision: ({ dispute, status }) => `The dispute ${dispute} is still ${status} at the provider.`,
  refund_changed: () => 'What can be refunded has changed.',
  settlement_unknown: ({ id }) => `There is no settlement ${id}.`,
  month_unknown: ({ month }) => `The books have no month ${month}.`,
  month_closed: ({ month }) => `${month} is closed.`,
  month_not_ready: ({ month, nextToClose }) =>
    `${month} cannot be closed: it must be over, its days imported, and every month before it closed. The next one is ${nextToClose}.`,
  month_unexplained: ({ month, count }) =>
    `${month} has ${count} unexplained: npm run books -- month ${month} lists them. Each must be resolved, or dismissed with a reason.`,
  books_busy: () => 'Another import or close is writing the books. Please try again in a minute.',
  opening_known: ({ month }) => `${month} opens with the balance at which the month before it closed.`,
  item_unknown: ({ id }) => `There is no item ${id}.`,
  item_changed: ({ id }) => `${id} has changed. Nothing was accepted.`,
  person_unknown: ({ id = '' }) => `There is no account ${shellWord(id)}.`,
  person_ambiguous: ({ id = '' }) => `${shellWord(id)} has several accounts: give the id of one (people find).`,
  payment_in_progress: ({ id }) =>
    `${id} may be paying at this moment: money would come without an owner. Try again in 15 minutes, or add --despite-payment.`,
  not_confirmed: ({ id }) => `${id} cannot be staff: that needs a password and a confirmed address.`,
  no_passkey: ({ id }) =>
    `${id} cannot be staff yet: the person adds a passkey first, on the account page of this site.`,
  no_role: ({ id }) => `${id} has no role.`,
  not_mailed: ({ id }) => `No mail named ${id}: give the id as the mail has it.`,
};

/** What a command says about an error. */
export const wordsFor = (error: Error) =>
  error instanceof Refusal ? words[error.reason as StaffReason](error.named) : reasonOf(error);
