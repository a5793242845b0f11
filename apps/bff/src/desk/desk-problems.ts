import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { catchError } from 'rxjs';
import { cleanText } from '../clean-text';
import { operationOf } from '../contract/operation';
import type { Caller } from '../contract/types';
import { invalidInput, Problem } from '../problem/problem';
import { AuditLog, type By } from './audit-log';

/** Who calls, for the audit log. */
export function byOf({ staff }: Caller): By {
  if (!staff) throw new Error('only staff call this');
  return { as: staff.name, address: staff.address };
}

/** @throws Problem 400 invalid_input where nothing is left of it. */
export function reasonOf({ reason }: { reason: string }): string {
  const text = cleanText(reason);
  if (text.length >= 3) return text;
  throw invalidInput('/reason', 'must be a reason in words');
}

/** Logs that a request found nothing. */
@Injectable()
export class DeskErrors implements NestInterceptor {
  constructor(private readonly log: AuditLog) {}

  intercept = (context: ExecutionContext, next: CallHandler) =>
    next.handle().pipe(catchError((error) => this.explain(error, context)));

  private async explain(problem: unknown, context: ExecutionContext): Promise<never> {
    const { user } = context.switchToHttp().getRequest<{ user: Caller }>();
    if (problem instanceof Problem && problem.status === 404)
      await this.log.addRead(`${operationOf(context).id} finds nothing`, byOf(user), { hits: 0 });
    throw problem;
  }
}

export const cursorUnknown = () => invalidInput('/cursor', 'is not the nextCursor of a page');
