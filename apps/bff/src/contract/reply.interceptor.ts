import { Readable } from 'node:stream';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map } from 'rxjs';
import { Config } from '../config/config';
import type { ContractOperation } from './contract';
import { operationOf } from './operation';
import { FileReply, jsonOf, StreamedReply } from './streamed-reply';
import { replyFaults, replyFieldFaults } from './validation';

/** A path of the contract with the fields of a reply. */
const filled = (path: string, body: object) =>
  `/api${path}`.replace(/\{(\w+)\}/g, (_, name) => String((body as Record<string, unknown>)[name]));

/** @throws Error where there are faults */
function assertFits({ id }: ContractOperation, faults: object[]) {
  if (faults.length) throw new Error(`The reply of ${id} does not fit the contract: ${JSON.stringify(faults)}`);
}

function fileOf(reply: FastifyReply, { name, parts }: FileReply) {
  reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`);
  return Readable.from(parts);
}

/** Tells where a created object is. With `checkReplies`, a reply that does not fit the contract becomes an error. */
@Injectable()
export class ReplyInterceptor implements NestInterceptor {
  constructor(private readonly config: Config) {}

  intercept(context: ExecutionContext, next: CallHandler) {
    const operation = operationOf(context);
    const { id, successStatus, location } = operation;
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const { method } = context.switchToHttp().getRequest<FastifyRequest>();
    return next.handle().pipe(
      map((body: unknown) => {
        if (body instanceof StreamedReply && method === 'HEAD') return body.close();
        if (body instanceof FileReply) return fileOf(reply, body);
        if (body instanceof StreamedReply) return this.stream(operation, reply, body);
        if (location) reply.header('location', filled(location, Object(body)));
        if (!this.config.checkReplies) return body;
        // Of a redirection, the contract has a header and no body.
        assertFits(operation, replyFaults(id, successStatus, successStatus === 303 ? undefined : body));
        return body;
      }),
    );
  }

  /** What does not fit ends the connection: the status is sent by then. */
  private stream(operation: ContractOperation, reply: FastifyReply, body: StreamedReply<Record<string, unknown>>) {
    const { id, successStatus } = operation;
    const validator = {
      rest: (rest: object) => assertFits(operation, replyFaults(id, successStatus, rest)),
      items: (items: unknown[]) => assertFits(operation, replyFieldFaults(id, successStatus, body.field, items)),
    };
    reply.type('application/json; charset=utf-8');
    return Readable.from(jsonOf(body, this.config.checkReplies ? validator : undefined)).once('close', body.close);
  }
}
