import { type CallHandler, Injectable, type NestInterceptor } from '@nestjs/common';
import { catchError, throwError } from 'rxjs';
import { Problem } from '../../problem/problem';
import { Contradiction, type PayerReason, ProviderRefused, ProviderSilent, Refusal } from '../rules/errors';

type Reply = ConstructorParameters<typeof Problem>;

const refusals: Record<PayerReason, Reply> = {
  order_unknown: [404, 'order_not_found', 'There is no such order.'],
  order_unclaimed: [403, 'order_not_yours', 'This order has not been claimed yet. Claim it first.'],
  order_of_another: [403, 'order_not_yours', 'Another person has claimed this order.'],
  cursor_unknown: [
    400,
    'invalid_input',
    'The input is not valid.',
    { errors: [{ path: '/cursor', message: 'is not the nextCursor of a page of yours' }] },
  ],
  account_deleted: [401, 'token_invalid', 'The token is not valid. Please log in again.'],
  signature_invalid: [400, 'signature_invalid', 'The signature does not fit this payment.'],
  amount_differs: [409, 'payment_mismatch', 'Amount or currency of this payment differ from the order.'],
  payment_failed: [409, 'payment_failed', 'The payment failed.'],
  payment_unfinished: [
    503,
    'provider_unavailable',
    'The payment provider has not decided this payment yet. It is checked again by itself.',
  ],
  payment_refunded: [409, 'payment_refunded', 'This payment was refunded.'],
  order_refunded: [409, 'payment_refunded', 'This order was refunded; this payment will be refunded too.'],
};

function replyTo(error: unknown): Reply | undefined {
  if (error instanceof ProviderSilent) return [503, 'provider_unavailable', error.message];
  if (error instanceof ProviderRefused) return [502, 'provider_refused', error.message];
  if (error instanceof Contradiction)
    return [409, 'payment_mismatch', 'This payment belongs to another order or amount.'];
  return error instanceof Refusal ? refusals[error.reason as PayerReason] : undefined;
}

/** What an error of payments means to a client. Any other error stays as it is. */
export function toProblem(error: unknown): unknown {
  const reply = replyTo(error);
  return reply ? Object.assign(new Problem(...reply), { cause: error }) : error;
}

@Injectable()
export class DomainErrors implements NestInterceptor {
  intercept = (_context: unknown, next: CallHandler) =>
    next.handle().pipe(catchError((error) => throwError(() => toProblem(error))));
}
