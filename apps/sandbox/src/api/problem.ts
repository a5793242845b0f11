import type { FastifyReply } from 'fastify';
import { apiOperations } from '../generated/api-operations';

const PREFIX = 'api.';

/** The name of one of the API's operations for faults. The provider has some of the same names. */
export const faultName = (operationId: string) => PREFIX + operationId;

const operationNamed = (name = '') => apiOperations.find(({ operationId }) => faultName(operationId) === name);

/** The codes with which an operation of the API may answer this status. */
export const codesOf = (name: string | undefined, status: number): string[] =>
  operationNamed(name)?.problems[status] ?? [];

export const isApiOperation = (name: string | undefined): boolean => operationNamed(name) !== undefined;

/** A reply of the API that the contract allows, or what a proxy in front of it would answer. */
export function sendProblem(reply: FastifyReply, name: string, status: number, chosen?: string): string {
  const code = chosen ?? codesOf(name, status)[0];
  if (!code) {
    reply.type('text/plain; charset=utf-8');
    return 'Scripted fault\n';
  }
  if (status === 401)
    reply.header('www-authenticate', code === 'token_invalid' ? 'Bearer error="invalid_token"' : 'Bearer');
  if (status === 429) reply.header('retry-after', 1);
  reply.type('application/problem+json');
  const title = 'Scripted fault';
  const problem = { type: `/docs/errors#${code}`, title, status, code, requestId: 'sandbox' };
  return JSON.stringify(operationNamed(name)?.isAuth ? { ...problem, success: false, message: title } : problem);
}
