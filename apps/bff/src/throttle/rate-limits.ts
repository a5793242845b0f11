import type { RateLimit } from '@novacore/contract/operations';
import type { FastifyRequest } from 'fastify';
import { normalizedEmail } from '../account/email';
import { clientKey, isIPv6, type Prefix } from '../client-network';
import { contractOperations, type OperationId } from '../contract/contract';
import type { Caller } from '../contract/types';

export type ThrottledRequest = FastifyRequest & { user?: Caller };

/** A limit of the contract (`x-rate-limits`). Limits with the same name share their counters. */
export interface Limit extends RateLimit {
  /** Whether each instance counts on its own, in memory. */
  perInstance: boolean;
  key: (request: ThrottledRequest) => string;
  /** The limit of an IPv6 /56 or /48. Headers do not show it. */
  isWide?: boolean;
}

/** The limits of an operation and its `RateLimit-Policy` header. */
export interface Policy {
  limits: Limit[];
  header: string;
}

/**
 * Factors for the /56 and /48 of an IPv6 /64. Calls for one email address have no /48 limit, because customers who share
 * a /48 could lock each other out.
 */
const wider: [Prefix, number, RateLimit['by'][]][] = [
  [56, 2, ['address', 'address and email']],
  [48, 4, ['address']],
];

const address = ({ ip }: ThrottledRequest) => clientKey(ip);
const user = (request: ThrottledRequest) => `${request.user?.userId}`;

const emailOf = (request: ThrottledRequest) => normalizedEmail((request.body as { email: string }).email);

/** No key is an email address alone, because an attacker could then lock out its owner. */
const keys: Record<RateLimit['by'], Limit['key']> = {
  address,
  user,
  'address and user': (request) => `${address(request)} ${user(request)}`,
  'address and email': (request) => `${address(request)} ${emailOf(request)}`,
};

/** We count cheap calls in memory, because a database write would cost more than the call. */
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

/** The limits that apply to this client IP. */
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
