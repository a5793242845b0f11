import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../../problem/problem';

/** What the SDK throws. */
interface SdkError {
  statusCode: number;
  error?: { code?: string; description?: string };
}

/** The provider said no: it has done nothing. */
export const isRefusal = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === 'provider_refused';

/** The provider said nothing that can be relied on. */
export const isNoAnswer = (error: unknown) => error instanceof Problem && error.code === 'provider_unavailable';

/** The provider refused this entity; other entities can still be fetched. */
export const concernsOneEntity = (error: unknown) =>
  error instanceof Problem && [400, 404].includes((error.cause as { status?: number } | undefined)?.status ?? 0);

const withCause = (problem: Problem, cause?: object) => Object.assign(problem, { cause });

export const providerUnavailable = (
  cause?: object,
  title = 'The payment provider does not answer. Please try again.',
) => withCause(new Problem(503, 'provider_unavailable', title), cause);

/** 4xx replies that say nothing about the work: time-out, conflict with a running call, too early, too many. */
const unclear = [408, 409, 425, 429];

/**
 * Makes one call to the provider.
 * @throws Problem `provider_refused` on a 4xx; `provider_unavailable` on everything that says nothing about the work:
 * no answer in time, 429, 5xx, an unreadable answer.
 */
export async function providerCall<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const { statusCode, error: reason } = error as SdkError;
    if (!statusCode) throw error;
    const cause = { status: statusCode, reason: reason?.description };
    if (statusCode < 400 || statusCode >= 500 || unclear.includes(statusCode)) throw providerUnavailable(cause);
    throw withCause(new Problem(502, 'provider_refused', 'The payment provider refused.'), cause);
  }
}

/** A random pause, so that many callers do not retry at the same moment. */
export const jitter = () => sleep(100 + Math.random() * 200);

/**
 * Makes a read-only call, and repeats it once after an unclear answer.
 * @throws Problem `provider_unavailable`, also where the provider refuses: a refused read says nothing about money.
 */
export async function providerRead<T>(read: () => Promise<T>): Promise<T> {
  const once = () =>
    providerCall(read).catch((error) => {
      throw isRefusal(error) ? providerUnavailable(error.cause as object) : error;
    });
  return once().catch(() => jitter().then(once));
}
