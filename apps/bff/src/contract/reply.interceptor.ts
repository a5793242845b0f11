import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { map } from 'rxjs';
import { Config } from '../config/config';
import { operationOf } from './operation';
import { replyFaults } from './validation';

/** With `checkReplies`, a reply that does not fit the contract becomes an error. */
@Injectable()
export class ReplyInterceptor implements NestInterceptor {
  constructor(private readonly config: Config) {}

  intercept(context: ExecutionContext, next: CallHandler) {
    if (!this.config.checkReplies) return next.handle();
    const { id, successStatus } = operationOf(context);
    return next.handle().pipe(
      map((body: unknown) => {
        // Of a redirection, the contract has a header and no body.
        const faults = replyFaults(id, successStatus, successStatus === 303 ? undefined : body);
        if (faults.length) throw new Error(`The reply of ${id} does not fit the contract: ${JSON.stringify(faults)}`);
        return body;
      }),
    );
  }
}
