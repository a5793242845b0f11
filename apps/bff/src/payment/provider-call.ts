import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../problem/problem';

/** What the SDK throws. */
interface SdkFailure {
  statusCode: number;
  error?: { code?: string; description?: string };
}

/** Whether the provider has answered no: then it has done nothing. */
export const isRefusal = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === 'provider_refused';

/** Whether the provider has said nothing that can be relied on. */
export const isNoAnswer = (error: unknown) => error instanceof Problem && error.code === 'provider_unavailable';

/** Whether the provider has answered that it will not, or cannot, for this one thing: about others it may be asked. */
export const concernsOne = (error: unknown) =>
  error instanceof Problem && [400, 404].includes((error.cause as { status?: number } | undefined)?.status ?? 0);

/**
 * One call to the provider.
 * @throws Problem `provider_refused` on a 4xx; `provider_unavailable` on everything that says nothing about the work:
 * no answer in time, 429, 5xx, garbage.
 */
export async function providerCall<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const { statusCode, error: reason } = error as SdkFailure;
    if (!statusCode) throw error;
    const cause = { status: statusCode, reason: reason?.description };
    const refused = statusCode >= 400 && statusCode < 500 && ![408, 409, 425, 429].includes(statusCode);
    throw refused ? providerRefused(cause) : providerUnavailable(cause);
  }
}

const silent = 'The payment provider does not answer. Please try again.';

export const providerUnavailable = (cause?: object, title = silent) =>
  Object.assign(new Problem(503, 'provider_unavailable', title), { cause });

const providerRefused = (cause: object) =>
  Object.assign(new Problem(502, 'provider_refused', 'The payment provider refused.'), { cause });

/** A pause that keeps many callers from coming back at the same moment. */
export const jitter = () => sleep(100 + Math.random() * 200);

/**
 * A question that changes nothing: asked once more where the first answer says nothing.
 * @throws Problem `provider_unavailable`, also where the provider refuses: a refused question says nothing about money.
 */
export async function question<T>(ask: () => Promise<T>): Promise<T> {
  const once = () =>
    providerCall(ask).catch((error) => {
      throw isRefusal(error) ? providerUnavailable(error.cause as object) : error;
    });
  return once().catch(() => jitter().then(once));
}
