import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { map } from 'rxjs';
import { Config } from '../config/config';
import { contractOperation } from './contract';
import { operationOf } from './registry';
import { replyFaults } from './validation';

/** Nothing leaves that does not fit the contract, where `checkReplies` is on. */
@Injectable()
export class ReplyInterceptor implements NestInterceptor {
  constructor(private readonly config: Config) {}

  intercept(context: ExecutionContext, next: CallHandler) {
    if (!this.config.checkReplies) return next.handle();
    const id = operationOf(context);
    return next.handle().pipe(
      map((body: unknown) => {
        const faults = replyFaults(id, contractOperation(id).successStatus, body);
        if (faults.length) throw new Error(`The reply of ${id} does not fit the contract: ${JSON.stringify(faults)}`);
        return body;
      }),
    );
  }
}
