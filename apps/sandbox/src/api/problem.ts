import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { apiOperations } from './operations';

const PREFIX = 'api.';

/** The name of one of the API's operations for faults. The provider has some of the same names. */
export const faultName = (operationId: string) => PREFIX + operationId;

const operationNamed = (name = '') => apiOperations.find(({ operationId }) => faultName(operationId) === name);

/** The codes with which an operation of the API may answer this status. */
export const codesOf = (name: string | undefined, status: number): string[] =>
  operationNamed(name)?.problems[status] ?? [];

export const isApiOperation = (name: string | undefined): boolean => operationNamed(name) !== undefined;

/** The API's id of this request, or a new one if the API did not get it. */
function requestIdOf(reply: FastifyReply): string {
  if (!reply.hasHeader('request-id')) reply.header('request-id', `req-${randomBytes(8).toString('hex')}`);
  return String(reply.getHeader('request-id'));
}

/**
 * Sets the headers of an error reply and returns its body, as the contract or a proxy in front of the API has it.
 * @param apiUrl the product's API, such as http://localhost:3000/api
 */
export function problemBody(reply: FastifyReply, apiUrl: string, name: string, status: number, chosen?: string) {
  const codes = codesOf(name, status);
  // There are two codes for 401. A running program usually meets the expired token.
  const code = chosen ?? codes.find((each) => each === 'token_invalid') ?? codes[0];
  if (!code) {
    reply.type('text/plain; charset=utf-8');
    return 'Scripted fault\n';
  }
  if (status === 401)
    reply.header('www-authenticate', code === 'token_invalid' ? 'Bearer error="invalid_token"' : 'Bearer');
  if (status === 429) reply.header('retry-after', 1);
  reply.type('application/problem+json');
  const title = 'Scripted fault';
  const problem = {
    type: new URL(`/docs/errors#${code}`, apiUrl).href,
    ...{ title, status, code, requestId: requestIdOf(reply) },
    ...(code === 'invalid_input' && { errors: [{ path: '', message: title }] }),
  };
  return JSON.stringify(operationNamed(name)?.isAuth ? { ...problem, success: false, message: title } : problem);
}
