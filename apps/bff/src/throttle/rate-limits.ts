import type { FastifyRequest } from 'fastify';
import { normalizedEmail } from '../account/email';
import { contractOperations, type OperationId, type RateLimit } from '../contract/contract';
import type { Caller } from '../contract/types';
import { clientKey } from './client-key';

export type ThrottledRequest = FastifyRequest & { user?: Caller };

/** A limit of the contract (`x-rate-limits`). Operations with the same name share its counters. */
export interface Limit extends RateLimit {
  /** Each instance counts in its own memory. */
  perInstance: boolean;
  key: (request: ThrottledRequest) => string;
}

/** Operations of one policy, with its `RateLimit-Policy` header. */
export interface Policy {
  limits: Limit[];
  header: string;
}

const address = ({ ip }: ThrottledRequest) => clientKey(ip);
const user = (request: ThrottledRequest) => `${request.user?.userId}`;

/** Never an account alone: that would let an attacker lock its owner out. */
const keys: Record<RateLimit['by'], Limit['key']> = {
  address,
  user,
  'address and user': (request) => `${address(request)} ${user(request)}`,
  'address and email': (request) => `${address(request)} ${normalizedEmail((request.body as { email: string }).email)}`,
};

/**
 * For cheap calls: a high limit, because many people share one address, counted in memory, because a database write per
 * call would cost more than the call. Signed-in users have a limit each, so that anonymous calls from the same address
 * cannot use up log-out and verification.
 */
const cheap = ['flood', 'vitals', 'passkey_options'];

const toPolicy = (rateLimits: RateLimit[]): Policy => ({
  limits: rateLimits.map((each) => ({ ...each, perInstance: cheap.includes(each.name), key: keys[each.by] })),
  header: rateLimits.map(({ name, calls, seconds }) => `"${name}";q=${calls};w=${seconds}`).join(', '),
});

export const policies: ReadonlyMap<OperationId, Policy> = new Map(
  [...contractOperations.values()].map(({ id, rateLimits }) => [id, toPolicy(rateLimits)]),
);
