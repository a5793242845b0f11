import type { components } from './contract.gen.js';

type ContractProblem = components['schemas']['Problem'];

/**
 * The one shape of a failed call. Two codes come from this client: `no_answer` (network failure or timeout) and
 * `unreadable` (a reply that the contract does not know, such as a proxy's error page).
 */
export type Problem = Omit<ContractProblem, 'code'> & {
  code: ContractProblem['code'] | 'no_answer' | 'unreadable';
  /** For people. Only log-in and sign-up send it. */
  message?: string;
  /** From `Retry-After`: the wait before the next try. */
  retryAfterSeconds?: number;
};

const clientProblem = (code: 'no_answer' | 'unreadable', status: number, title: string): Problem => ({
  type: 'about:blank',
  title,
  status,
  code,
  requestId: '',
});

export const noAnswer = () => clientProblem('no_answer', 504, 'No answer came. Check your connection and try again.');

export const unreadable = () => clientProblem('unreadable', 502, 'The answer could not be read. Please try again.');

export const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'code' in value && 'status' in value && 'title' in value;

/** The `error` of a call, or anything that a hook threw, as a problem. */
export const asProblem = (thrown: unknown): Problem => (isProblem(thrown) ? thrown : unreadable());

/** The sentence to show: the server's message for people, if there is one. */
export const messageOf = ({ message, title }: Problem) => message || title;
