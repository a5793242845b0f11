import { setTimeout as sleep } from 'node:timers/promises';
import { cleanText } from '../../../clean-text';
import { ProviderRefused, ProviderSilent } from '../../rules/errors';

/** What the SDK throws. */
interface SdkError {
  statusCode: number;
  error?: { code?: string; description?: string };
}

/** Razorpay's reason, without its full stop. Staff read it, so a long one is cut and not dropped. */
const reasonOf = (description: unknown) =>
  typeof description === 'string' ? cleanText(description.slice(0, 300)).replace(/\.$/, '') || undefined : undefined;

/** 4xx replies that say nothing about the work: time-out, conflict with a running call, too early, too many. */
const unclear = [408, 409, 425, 429];

/**
 * Makes one call. @param onRefusal what a 4xx means.
 * @throws ProviderSilent on everything that says nothing about the work: no answer in time, 429, 5xx, an unreadable answer.
 */
async function call<T>(work: () => Promise<T>, onRefusal: (reason?: string, status?: number) => Error): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { statusCode, error: reply } = error as SdkError;
    if (!statusCode) throw error;
    const isUnclear = statusCode < 400 || statusCode >= 500 || unclear.includes(statusCode);
    const reason = reasonOf(reply?.description);
    throw isUnclear ? new ProviderSilent(reason) : onRefusal(reason, statusCode);
  }
}

/** Makes one call. @throws ProviderRefused, ProviderSilent */
export const providerCall = <T>(work: () => Promise<T>) => call(work, (reason) => new ProviderRefused(reason));

/** A random pause, so that many callers do not retry at the same moment. */
export const jitter = () => sleep(100 + Math.random() * 200);

/**
 * Makes a read-only call, and repeats it once after an unclear answer.
 * @throws ProviderSilent, also where the provider refuses: a refused read says nothing about money.
 */
export async function providerRead<T>(read: () => Promise<T>): Promise<T> {
  const once = () => call(read, (reason, status) => new ProviderSilent(reason, status === 400 || status === 404));
  return once().catch(() => jitter().then(once));
}
