import { setTimeout as sleep } from 'node:timers/promises';
import { cleanText } from '../../../clean-text';
import { ProviderRefused, ProviderSilent } from '../../rules/errors';

/** The SDK throws objects of this shape. */
interface SdkError {
  statusCode: number;
  error?: { code?: string; description?: string };
}

/** Razorpay's reason without its full stop, for staff. Long reasons are cut. */
const providerReason = (description: unknown) =>
  typeof description === 'string' ? cleanText(description.slice(0, 300)).replace(/\.$/, '') || undefined : undefined;

/** 4xx replies that leave the result unknown: timeout, conflict with a running call, too early, too many. */
const unclear = [408, 409, 425, 429];

/**
 * @param onRefusal makes the error for a clear 4xx
 * @throws ProviderSilent if the result is unknown: timeout, 429, 5xx, unreadable answer
 */
async function call<T>(work: () => Promise<T>, onRefusal: (reason?: string, status?: number) => Error): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { statusCode, error: reply } = error as SdkError;
    if (!statusCode) throw error;
    const isUnclear = statusCode < 400 || statusCode >= 500 || unclear.includes(statusCode);
    const reason = providerReason(reply?.description);
    throw isUnclear ? new ProviderSilent(reason) : onRefusal(reason, statusCode);
  }
}

/** @throws ProviderRefused, ProviderSilent */
export const providerCall = <T>(work: () => Promise<T>) => call(work, (reason) => new ProviderRefused(reason));

/** Pauses at random, so that many callers do not retry at the same moment. */
export const jitter = () => sleep(100 + Math.random() * 200);

/**
 * Makes a read-only call, and retries it once.
 * @throws ProviderSilent, even after a refusal, because a refused read says nothing about money
 */
export async function providerRead<T>(read: () => Promise<T>): Promise<T> {
  const once = () => call(read, (reason, status) => new ProviderSilent(reason, status === 400 || status === 404));
  return once().catch(() => jitter().then(once));
}
