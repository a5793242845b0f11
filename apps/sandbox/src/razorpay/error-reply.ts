import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { invalidInput, RazorpayError } from './razorpay-error';

/** Every failure of the provider's API leaves in its own error shape. */
export function replyWithError(error: FastifyError | RazorpayError, _request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof RazorpayError) return reply.code(error.status).send({ error: error.body });
  const status = error.statusCode ?? 500;
  if (status < 500) return reply.code(400).send({ error: invalidInput(error.message).body });
  console.error(error);
  const where = { source: 'internal', step: 'NA', reason: 'server_error', metadata: {} };
  return reply.code(500).send({ error: { code: 'SERVER_ERROR', description: 'The sandbox made a mistake', ...where } });
}

/** What the provider answers to an address it does not know. */
export function replyNotFound(_request: FastifyRequest, reply: FastifyReply) {
  const where = { source: 'NA', step: 'NA', reason: 'NA', metadata: {} };
  const description = 'The requested URL was not found on the server.';
  return reply.code(404).send({ error: { code: 'BAD_REQUEST_ERROR', description, ...where } });
}
