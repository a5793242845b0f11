import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { normalizedEmail } from '../account/email';
import type { Config } from '../config/config';
import { contractOperation, type OperationId } from '../contract/contract';
import type { Caller } from '../contract/types';

/** Security event by operation and status. The guards log `token_refused` and `throttled` themselves. */
const events: Partial<Record<OperationId, Record<number, string>>> = {
  signUp: { 201: 'signup' },
  logIn: { 200: 'login_succeeded', 401: 'login_failed' },
  logOut: { 204: 'logout' },
  logOutEverywhere: { 204: 'logout_everywhere' },
  changePassword: { 200: 'password_changed', 403: 'password_change_refused' },
  requestPasswordReset: { 202: 'password_reset_requested' },
  resetPassword: { 200: 'password_reset', 410: 'link_refused' },
  verifyEmail: { 200: 'email_verified', 410: 'link_refused' },
  changeEmail: { 202: 'email_change_requested', 403: 'email_change_refused' },
  exportMyData: { 200: 'data_exported' },
  deleteAccount: { 200: 'account_deleted', 403: 'account_deletion_refused' },
};

const eventsByUrl = new Map(
  Object.entries(events).map(([id, byStatus]) => [`/api${contractOperation(id as OperationId).path}`, byStatus]),
);

/** A keyed hash in place of the e-mail address: the same for the same address, and not reversible. */
function accountHash(request: FastifyRequest, key: string) {
  const { email } = (request.body ?? {}) as { email?: unknown };
  if (typeof email !== 'string') return undefined;
  return createHmac('sha256', key)
    .update(`log ${normalizedEmail(email)}`)
    .digest('hex')
    .slice(0, 16);
}

/** One line per security event, with the request's id. */
export function securityLog(fastify: FastifyInstance, { jwtSecret }: Config) {
  fastify.addHook('onResponse', async (request, reply) => {
    const event = eventsByUrl.get(request.routeOptions.url ?? '')?.[reply.statusCode];
    if (!event) return;
    const { user } = request as FastifyRequest & { user?: Caller };
    const fields = { event, account: accountHash(request, jwtSecret), userId: user?.userId, address: request.ip };
    request.log.info(fields, event.replaceAll('_', ' '));
  });
}
