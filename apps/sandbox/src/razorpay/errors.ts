import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** Every error reply is `{error: {code, description, field?, source, step, reason, metadata}}`. */
export interface ErrorBody {
  code: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR';
  description: string;
  field?: string;
  source: string;
  step: string;
  reason: string;
  metadata: Record<string, string>;
}

export class RazorpayError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(body.description);
  }
}

/** A field is not valid. */
export function invalidInput(description: string, field?: string): RazorpayError {
  const where = { source: 'business', step: 'payment_initiation', reason: 'input_validation_failed', metadata: {} };
  return new RazorpayError(400, { code: 'BAD_REQUEST_ERROR', description, ...where, ...(field && { field }) });
}

/** The request is well-formed but not possible in the current state. */
export function refused(description: string, status = 400): RazorpayError {
  const where = { source: 'NA', step: 'NA', reason: 'NA', metadata: {} };
  return new RazorpayError(status, { code: 'BAD_REQUEST_ERROR', description, ...where });
}

export const unknownId = () => invalidInput('The id provided does not exist');
export const unauthenticated = () => refused('Authentication failed', 401);

export function replyWithError(error: FastifyError | RazorpayError, _request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof RazorpayError) return reply.code(error.status).send({ error: error.body });
  const status = error.statusCode ?? 500;
  if (status < 500) return reply.code(400).send({ error: invalidInput(error.message).body });
  console.error(error);
  const where = { source: 'internal', step: 'NA', reason: 'server_error', metadata: {} };
  return reply
    .code(500)
    .send({ error: { code: 'SERVER_ERROR', description: 'Internal error of the sandbox', ...where } });
}

export function replyNotFound(_request: FastifyRequest, reply: FastifyReply) {
  const error = refused('The requested URL was not found on the server.', 404);
  return reply.code(error.status).send({ error: error.body });
}
