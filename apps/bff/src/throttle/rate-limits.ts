import type { RateLimit } from '@novacore/contract/operations';
import type { FastifyRequest } from 'fastify';
import { normalizedEmail } from '../account/email';
import { clientKey, isIPv6, type Prefix } from '../client-network';
import { contractOperations, type OperationId } from '../contract/contract';
import type { Caller } from '../contract/types';

export type ThrottledRequest = FastifyRequest & { user?: Caller };

/** A limit of the contract (`x-rate-limits`). Operations with the same name share its counters. */
export interface Limit extends RateLimit {
  /** Each instance counts in its own memory. */
  perInstance: boolean;
  key: (request: ThrottledRequest) => string;
  /** Only of IPv6: the limit of a /56 or /48, which is not in the headers. */
  isWide?: boolean;
}

/** Operations of one policy, with its `RateLimit-Policy` header. */
export interface Policy {
  limits: Limit[];
  header: string;
}

/**
 * How many times the calls of a /64 its /56 and /48 may make. Calls for one e-mail address are not limited by /48, which may
 * be many customers': one of them could keep another out.
 */
const wider: [Prefix, number, RateLimit['by'][]][] = [
  [56, 2, ['address', 'address and email']],
  [48, 4, ['address']],
];

const address = ({ ip }: ThrottledRequest) => clientKey(ip);
const user = (request: ThrottledRequest) => `${request.user?.userId}`;

const emailOf = (request: ThrottledRequest) => normalizedEmail((request.body as { email: string }).email);

/** Never an e-mail address alone: that would let an attacker lock its owner out. */
const keys: Record<RateLimit['by'], Limit['key']> = {
  address,
  user,
  'address and user': (request) => `${address(request)} ${user(request)}`,
  'address and email': (request) => `${address(request)} ${emailOf(request)}`,
};

/**
 * For cheap calls: a high limit, because many people share one address, counted in memory, because a database write per
 * call would cost more than the call. Signed-in users have a limit each, so that anonymous calls from the same address
 * cannot use up log-out and verification.
 */
const cheap = ['flood', 'vitals', 'passkey_options'];

const widened = (limit: Limit): Limit[] =>
  wider
    .filter(([, , counts]) => counts.includes(limit.by))
    .map(([prefix, times]) => ({
      ...limit,
      name: `${limit.name}_${prefix}`,
      calls: limit.calls * times,
      isWide: true,
      key: (request) => clientKey(request.ip, prefix) + (limit.by === 'address' ? '' : ` ${emailOf(request)}`),
    }));

/** The limits that count this request. */
export const limitsFor = ({ limits }: Policy, { ip }: ThrottledRequest) =>
  isIPv6(ip) ? limits : limits.filter(({ isWide }) => !isWide);

const toPolicy = (rateLimits: RateLimit[]): Policy => ({
  limits: rateLimits.flatMap((each) => {
    const limit = { ...each, perInstance: cheap.includes(each.name), key: keys[each.by] };
    return [limit, ...widened(limit)];
  }),
  header: rateLimits.map(({ name, calls, seconds }) => `"${name}";q=${calls};w=${seconds}`).join(', '),
});

export const policies: ReadonlyMap<OperationId, Policy> = new Map(
  [...contractOperations.values()].map(({ id, rateLimits }) => [id, toPolicy(rateLimits)]),
);
