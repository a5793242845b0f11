import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config/config';
import { problemDocument, problemType, Refusal } from '../problem/problem';
import { newRequestId } from './request-log';

const reasons: Record<string, 'headers_too_large' | 'request_too_slow'> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_too_slow',
};

/** Refuses invalid HTTP and slow requests. These reach no route, so we write the reply to the socket. */
export const clientErrorHandler =
  ({ publicUrl }: Config, headers: Record<string, string>, log: Logger) =>
  (error: { code?: string }, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const refusal = new Refusal(reasons[error.code ?? ''] ?? 'malformed_request');
    const { status } = refusal;
    const requestId = newRequestId();
    log.info({ requestId, event: 'unreadable_request', cause: error.code, status }, 'request refused');
    const body = JSON.stringify(problemDocument(publicUrl, refusal, requestId));
    const fields = {
      ...headers,
      'request-id': requestId,
      'content-type': problemType,
      'content-length': Buffer.byteLength(body),
    };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}connection: close\r\n\r\n${body}`);
    socket.destroySoon();
  };

/** Refuses an undecodable URL or a request without a host. */
export const malformedHandler =
  ({ publicUrl }: Config, headers: Record<string, string>) =>
  (_error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const document = problemDocument(publicUrl, new Refusal('malformed_request'), request.id);
    return reply
      .status(400)
      .headers(headers)
      .header('request-id', request.id)
      .type(problemType)
      .send(JSON.stringify(document));
  };
