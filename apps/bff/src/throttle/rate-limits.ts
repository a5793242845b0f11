import type { FastifyRequest } from 'fastify';
import { normalizedEmail } from '../account/email';
import type { OperationId } from '../contract/contract';
import type { Caller } from '../contract/types';
import { clientKey } from './client-key';

export type ThrottledRequest = FastifyRequest & { user?: Caller };

export interface Limit {
  /** Names its counters, and the limit in the log. */
  name: string;
  calls: number;
  perSeconds: number;
  /** Each instance counts in its own memory. */
  perInstance?: true;
  /** Calls answered 400 or 429 do not count: the client is asked to send them again. */
  ignoresRefused?: true;
  /** Never an account alone: that would let an attacker lock its owner out. */
  key: (request: ThrottledRequest) => string;
}

const address = ({ ip }: ThrottledRequest) => clientKey(ip);
const addressAndEmail = (request: ThrottledRequest) =>
  `${address(request)} ${normalizedEmail((request.body as { email: string }).email)}`;
const addressAndCaller = (request: ThrottledRequest) => `${address(request)} ${request.user?.userId}`;

const minute = 60;
const hour = 3_600;

/**
 * For cheap calls: a high limit, because many people share one address, counted in memory, because a database write per
 * call would cost more than the call. Signed-in users have a limit each, so that anonymous calls from the same address
 * cannot use up log-out and verification.
 */
const wide = { calls: 600, perSeconds: minute, perInstance: true, key: addressAndCaller } as const;

/** These operations have other limits than `defaultLimit`. */
export const operationLimits: Partial<Record<OperationId, Limit[]>> = {
  // Wide enough for a class or a conference behind one address.
  signUp: [{ name: 'signup', calls: 60, perSeconds: hour, ignoresRefused: true, key: address }],
  logIn: [
    { name: 'login_address', calls: 100, perSeconds: minute, key: address },
    { name: 'login_account', calls: 10, perSeconds: minute, ignoresRefused: true, key: addressAndEmail },
  ],
  changePassword: [{ name: 'password', calls: 10, perSeconds: minute, key: addressAndCaller }],
  // Each writes a row, whether there is an account or not.
  requestPasswordReset: [{ name: 'reset_request', calls: 30, perSeconds: hour, ignoresRefused: true, key: address }],
  resetPassword: [{ name: 'reset', calls: 30, perSeconds: minute, key: address }],
  verifyEmail: [{ name: 'verify_email', calls: 30, perSeconds: minute, key: address }],
  resendVerification: [{ name: 'resend', calls: 10, perSeconds: minute, key: addressAndCaller }],
  // Each sends a mail to the old address, which may not be the caller's.
  changeEmail: [{ name: 'email', calls: 5, perSeconds: hour, key: ({ user }) => `${user?.userId}` }],
  exportMyData: [{ name: 'export', calls: 10, perSeconds: minute, key: addressAndCaller }],
  deleteAccount: [{ name: 'delete', calls: 10, perSeconds: minute, key: addressAndCaller }],
  createOrder: [{ name: 'order', calls: 60, perSeconds: minute, key: address }],
  // Each asks the payment provider, which limits us. Only the owner of a token can use up its limit.
  verifyPayment: [{ name: 'verify', calls: 60, perSeconds: minute, key: ({ user }) => `${user?.userId}` }],
  checkOrder: [{ name: 'check', calls: 20, perSeconds: minute, key: ({ user }) => `${user?.userId}` }],
  returnFromCheckout: [{ name: 'return', calls: 60, perSeconds: minute, key: address }],
  // The payment provider and monitors are not limited here.
  receivePaymentEvent: [],
  getConfig: [],
  getHealth: [],
  getLiveness: [],
  getReadiness: [],
  // Each page view sends several.
  reportVitals: [{ ...wide, name: 'vitals' }],
};

export const defaultLimit: Limit = { ...wide, name: 'flood' };
