import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { catchError } from 'rxjs';
import { cleanText } from '../clean-text';
import { operationOf } from '../contract/operation';
import type { Caller } from '../contract/types';
import { invalidInput, Refusal } from '../problem/problem';
import { AuditLog, type By } from './audit-log';

/** The caller, for the audit log. */
export function byOf({ staff }: Caller): By {
  if (!staff) throw new Error('only staff call this');
  return { as: staff.name, address: staff.address };
}

/** @throws Refusal `invalid_input` if nothing is left of it. */
export function reasonOf({ reason }: { reason: string }): string {
  const text = cleanText(reason);
  if (text.length >= 3) return text;
  throw invalidInput('/reason', 'must be a reason in words');
}

/** Logs requests for what does not exist, too. */
@Injectable()
export class DeskErrors implements NestInterceptor {
  constructor(private readonly log: AuditLog) {}

  intercept = (context: ExecutionContext, next: CallHandler) =>
    next.handle().pipe(
      catchError(async (error) => {
        const { user } = context.switchToHttp().getRequest<{ user: Caller }>();
        if (error instanceof Refusal && error.status === 404)
          await this.log.addRead(`${operationOf(context).id} finds nothing`, byOf(user), { hits: 0 });
        throw error;
      }),
    );
}

export const cursorUnknown = () => invalidInput('/cursor', 'is not the nextCursor of a page');
