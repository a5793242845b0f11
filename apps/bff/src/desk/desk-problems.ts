import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { catchError } from 'rxjs';
import { cleanText } from '../clean-text';
import { operationOf } from '../contract/operation';
import type { Caller } from '../contract/types';
import { ProviderSilent, Refusal, type StaffReason } from '../payments/rules/errors';
import { Problem } from '../problem/problem';
import { AuditLog, type By } from './audit-log';

/** Who calls, for the audit log. */
export function byOf({ staff }: Caller): By {
  if (!staff) throw new Error('only staff call this');
  return { as: staff.name, address: staff.address };
}

type Reply = ConstructorParameters<typeof Problem>;

/** @throws Problem 400 invalid_input where nothing is left of it. */
export function reasonOf({ reason }: { reason: string }): string {
  const text = cleanText(reason);
  if (text.length >= 3) return text;
  const errors = [{ path: '/reason', message: 'must be a reason in words' }];
  throw new Problem(400, 'invalid_input', 'The input is not valid.', { errors });
}

/** The reply to each refusal. */
const replies: Partial<Record<StaffReason, Reply>> = {
  order_unknown: [404, 'order_not_found', 'There is no such order.'],
  person_unknown: [404, 'person_not_found', 'There is no such person.'],
  case_unknown: [404, 'item_not_found', 'There is no such item.'],
  case_changed: [409, 'case_changed', 'This has changed since it was shown. Nothing was accepted.'],
  settlement_unknown: [404, 'settlement_not_found', 'There is no such settlement.'],
  month_unknown: [404, 'month_not_found', 'The books have no such month.'],
  month_closed: [409, 'month_closed', 'This month is closed already.'],
  month_not_ready: [
    409,
    'month_not_ready',
    'This month is not over, an earlier one is open, or its days are not all imported.',
  ],
  opening_known: [409, 'month_not_ready', 'This month opens with the balance at which the month before it closed.'],
  books_busy: [409, 'month_not_ready', 'An import is writing the books. Please try again in a minute.'],
  month_unexplained: [409, 'month_unexplained', 'Something of this month is not explained yet.'],
  nothing_captured: [409, 'nothing_captured', 'There is nothing to refund.'],
  refund_changed: [409, 'refund_changed', 'What can be refunded has changed. Nothing was refunded by this call.'],
  dispute_forbids: [409, 'dispute_forbids', 'A bank disputes this payment and may return the money itself.'],
  no_open_dispute: [409, 'no_open_dispute', 'There is no open dispute.'],
  dispute_awaits_decision: [409, 'dispute_awaits_decision', 'The bank has not decided yet.'],
};

const replyTo = ({ reason, named }: Refusal): Reply | undefined =>
  reason === 'provider_refuses'
    ? [502, 'provider_refused', `The payment provider refused: ${named.why}.`]
    : replies[reason as StaffReason];

/** What an error means at the desk. Any other error stays as it is. */
export function problemOf(error: unknown): unknown {
  const silent: Reply | undefined =
    error instanceof ProviderSilent ? [503, 'provider_unavailable', error.message] : undefined;
  const reply = error instanceof Refusal ? replyTo(error) : silent;
  return reply ? Object.assign(new Problem(...reply), { cause: error }) : error;
}

/** Turns errors into problems. Who asks for what does not exist is in the log, too. */
@Injectable()
export class DeskErrors implements NestInterceptor {
  constructor(private readonly log: AuditLog) {}

  intercept = (context: ExecutionContext, next: CallHandler) =>
    next.handle().pipe(catchError((error) => this.explain(problemOf(error), context)));

  private async explain(problem: unknown, context: ExecutionContext): Promise<never> {
    const { user } = context.switchToHttp().getRequest<{ user: Caller }>();
    if (problem instanceof Problem && problem.status === 404)
      await this.log.addRead(`${operationOf(context).id} finds nothing`, byOf(user), { hits: 0 });
    throw problem;
  }
}

export const itemNotFound = () => new Problem(404, 'item_not_found', 'There is no such item.');
export const mailNotPossible = () => new Problem(409, 'mail_not_possible', 'There is nothing to send.');
export const cursorUnknown = () =>
  new Problem(400, 'invalid_input', 'The input is not valid.', {
    errors: [{ path: '/cursor', message: 'is not the nextCursor of a page' }],
  });
