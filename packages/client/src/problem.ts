import type { components } from './contract.gen.js';

type ContractProblem = components['schemas']['Problem'];

/** A code of a later version, which keeps the `default:` of a `switch` reachable. openapi-fetch makes an object of `string & {}`. */
declare enum LaterCode {
  unknown = '',
}

/**
 * Describes every failed call. This client adds two codes: `no_answer` (network failure or timeout) and `unreadable`
 * (a reply that does not fit the contract, such as a proxy's error page). `code` is open: later versions of the API add codes.
 */
export type Problem = Omit<ContractProblem, 'code'> & {
  code: ContractProblem['code'] | 'no_answer' | 'unreadable' | LaterCode;
  /** Text for people. Only login and sign-up send it. */
  message?: string;
  /** Wait before the next attempt, from `Retry-After`. */
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

/** Converts the `error` of a call, or anything that a hook threw, to a problem. */
export const asProblem = (thrown: unknown): Problem => (isProblem(thrown) ? thrown : unreadable());

/** The text to show: the server's message, or the title. */
export const messageOf = ({ message, title }: Problem) => message || title;
