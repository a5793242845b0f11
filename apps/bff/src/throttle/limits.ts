import type { FastifyRequest } from 'fastify';
import { normalizedEmail } from '../account/email';
import type { OperationId } from '../contract/contract';
import type { Caller } from '../contract/types';
import { networkOf } from './network';

export type ThrottledRequest = FastifyRequest & { user?: Caller };

export interface Limit {
  /** Names its counters, and the event in the log. */
  name: string;
  calls: number;
  perSeconds: number;
  /** Counted by each instance for itself, not by all together. */
  ofInstance?: true;
  /** What was refused before it cost anything (400, 429) is not counted: the caller is asked to send it again. */
  sparesRefused?: true;
  /** Who the calls are counted for. Never an account alone: that would let anybody lock its owner out. */
  countedFor: (request: ThrottledRequest) => string;
}

const address = ({ ip }: ThrottledRequest) => networkOf(ip);
const addressAndEmail = (request: ThrottledRequest) =>
  `${address(request)} ${normalizedEmail((request.body as { email: string }).email)}`;
const addressAndCaller = (request: ThrottledRequest) => `${address(request)} ${request.user?.userId}`;

const minute = 60;
const hour = 3_600;

/**
 * For what costs little: wide, as many people share one address, and counted in memory, because a write to the database
 * for each call would be a flood of its own. Who is signed in has an allowance of their own: what any page can call without
 * a token must not use up log-out and verification.
 */
const wide = { calls: 600, perSeconds: minute, ofInstance: true, countedFor: addressAndCaller } as const;

/** An operation with limits of its own has no other. */
export const ownLimits: Partial<Record<OperationId, Limit[]>> = {
  // Wide enough for a class or a conference behind one address.
  signUp: [{ name: 'signup', calls: 60, perSeconds: hour, sparesRefused: true, countedFor: address }],
  logIn: [
    { name: 'login_address', calls: 100, perSeconds: minute, countedFor: address },
    { name: 'login_account', calls: 10, perSeconds: minute, sparesRefused: true, countedFor: addressAndEmail },
  ],
  changePassword: [{ name: 'password', calls: 10, perSeconds: minute, countedFor: addressAndCaller }],
  createOrder: [{ name: 'order', calls: 60, perSeconds: minute, countedFor: address }],
  // However many the provider and the monitors send: none is counted by the minute.
  receivePaymentEvent: [],
  getConfig: [],
  getHealth: [],
  // Each page view sends some, also those of everybody else behind the same address.
  reportVitals: [{ ...wide, name: 'vitals' }],
};

/** Everything else. */
export const floodLimit: Limit = { ...wide, name: 'flood' };
