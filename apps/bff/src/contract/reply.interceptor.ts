import { Readable } from 'node:stream';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { map } from 'rxjs';
import { Config } from '../config/config';
import { FileReply } from './file-reply';
import { operationOf } from './operation';
import { replyFaults } from './validation';

/** Fills a path of the contract with fields of a reply. */
const filled = (path: string, body: object) =>
  `/api${path}`.replace(/\{(\w+)\}/g, (_, name) => String((body as Record<string, unknown>)[name]));

function fileOf(reply: FastifyReply, { name, type, parts }: FileReply) {
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
  return Readable.from(parts);
}

/** Adds the `Location` header. With `checkReplies`, a reply that does not fit the contract becomes an error. */
@Injectable()
export class ReplyInterceptor implements NestInterceptor {
  constructor(private readonly config: Config) {}

  intercept(context: ExecutionContext, next: CallHandler) {
    const { id, successStatus, location } = operationOf(context);
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map((body: unknown) => {
        if (body instanceof FileReply) return fileOf(reply, body);
        if (location) reply.header('location', filled(location, Object(body)));
        if (!this.config.checkReplies) return body;
        // A redirect has no body in the contract.
        const faults = replyFaults(id, successStatus, successStatus === 303 ? undefined : body);
        if (faults.length) throw new Error(`The reply of ${id} does not fit the contract: ${JSON.stringify(faults)}`);
        return body;
      }),
    );
  }
}
