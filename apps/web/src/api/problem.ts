import type { components } from './contract.gen';

type WireProblem = components['schemas']['Problem'];

/**
 * What a call failed with, always in this one shape. Two codes are the browser's own:
 * `no_answer`: nothing came back, or not in time; `unreadable`: something came back that the contract does not know.
 */
export type Problem = Omit<WireProblem, 'code'> & {
  code: WireProblem['code'] | 'no_answer' | 'unreadable';
  /** For people; only log-in and sign-up carry it. */
  message?: string;
  /** From `Retry-After`: how long to wait before the next try. */
  retryAfterSeconds?: number;
};

const browserProblem = (code: 'no_answer' | 'unreadable', status: number, title: string): Problem => ({
  type: 'about:blank',
  title,
  status,
  code,
  requestId: '',
});

export const noAnswer = () => browserProblem('no_answer', 504, 'No answer came. Check your connection and try again.');

export const unreadable = () => browserProblem('unreadable', 502, 'The answer could not be read. Please try again.');

export const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'code' in value && 'status' in value && 'title' in value;

/** Whatever a call threw, as a problem. */
export const asProblem = (thrown: unknown): Problem => (isProblem(thrown) ? thrown : unreadable());

/** The first sentence to show: the server's own word where it has one for people. */
export const wordsOf = ({ message, title }: Problem) => message || title;
