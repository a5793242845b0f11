import { reasonOf } from '../database/reason';
import { problemOf } from '../desk/desk-problems';
import { Refusal, type StaffReason } from '../payments/rules/errors';

/** Messages for refusals that only commands know. */
const words: Partial<Record<StaffReason, string>> = {
  person_ambiguous: 'This address has several accounts: give the id of one, which the desk shows.',
  payment_in_progress:
    'This person may be paying now: money would come without an owner. Try again in 15 minutes, or add --despite-payment.',
  not_confirmed: 'Staff need a password and a confirmed address.',
  no_passkey: 'Staff need a passkey first: the person adds one on the account page of this site.',
  no_role: 'This person has no role.',
};

/** Returns the message for an error, with the ids that it names. */
export function wordsFor(error: Error): string {
  if (!(error instanceof Refusal)) return reasonOf(error);
  const said = words[error.reason as StaffReason] ?? (problemOf(error) as Error).message;
  const named = Object.entries(error.named).map(([name, value]) => `${name} ${value}`);
  return [said, ...(named.length ? [`(${named.join(', ')})`] : [])].join(' ');
}
