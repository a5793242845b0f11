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
  /** Who the calls are counted for. Never an account alone: that would let anybody lock its owner out. */
  countedFor: (request: ThrottledRequest) => string;
}

const address = ({ ip }: ThrottledRequest) => networkOf(ip);
const addressAndEmail = (request: ThrottledRequest) =>
  `${address(request)} ${normalizedEmail((request.body as { email: string }).email)}`;
const addressAndCaller = (request: ThrottledRequest) => `${address(request)} ${request.user?.userId}`;

const minute = 60;
const hour = 3_600;

/** Counted across all instances. An operation with limits of its own has no other. */
export const sharedLimits: Partial<Record<OperationId, Limit[]>> = {
  signUp: [{ name: 'signup', calls: 10, perSeconds: hour, countedFor: address }],
  logIn: [
    { name: 'login_address', calls: 100, perSeconds: minute, countedFor: address },
    { name: 'login_account', calls: 10, perSeconds: minute, countedFor: addressAndEmail },
  ],
  changePassword: [{ name: 'password', calls: 10, perSeconds: minute, countedFor: addressAndCaller }],
  createOrder: [{ name: 'order', calls: 60, perSeconds: minute, countedFor: address }],
};

/** Everything else: wide, as many people share one address, and counted by each instance for itself. */
export const floodLimit: Limit = { name: 'flood', calls: 600, perSeconds: minute, countedFor: address };
