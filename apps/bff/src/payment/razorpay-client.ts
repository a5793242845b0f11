import Razorpay from 'razorpay';
import type { Razorpay as Account } from '../config/config';

/** No single call to the provider takes longer, however slowly its answer drips in. */
const deadlineMs = 2_500;

interface Answer {
  status: number;
  data: unknown;
}
interface Settings {
  signal?: AbortSignal;
  headers: Record<string, string>;
}
/** The HTTP client inside the SDK (an axios instance), which the SDK's types leave out: as much of it as is used. */
interface Http {
  defaults: { baseURL?: string; maxRedirects?: number; maxContentLength?: number };
  interceptors: {
    request: { use(before: (settings: Settings) => Settings): void };
    response: {
      use(good: (answer: Answer) => Answer, bad: (error: { response?: Answer; code?: string }) => never): void;
    };
  };
  post(path: string, body: object, settings: Partial<Settings>): Promise<Answer>;
}
export type RazorpayClient = Razorpay & { api: { rq: Http } };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The SDK reads `response.data.error` of every failure, and dies of a TypeError where there is no such thing. */
function failWith(status: number, data: unknown, reason = 'no answer'): never {
  const error = isObject(data) && isObject(data.error) ? data.error : { code: 'NO_ANSWER', description: reason };
  throw Object.assign(new Error(reason), { response: { status, data: { error } } });
}

/** A page of HTML with status 200 is no answer either: every entity of the provider names its kind. */
const refuseGarbage = (answer: Answer) =>
  isObject(answer.data) && typeof answer.data.entity === 'string'
    ? answer
    : failWith(502, undefined, 'the answer is no entity');

/** The provider's SDK with what it lacks: another host, a deadline, and failures it can bear. */
export function razorpayClient({ keyId, keySecret, apiUrl }: Account): RazorpayClient {
  const client = new Razorpay({ key_id: keyId, key_secret: keySecret }) as RazorpayClient;
  const http = client.api.rq;
  Object.assign(http.defaults, { baseURL: apiUrl, maxRedirects: 0, maxContentLength: 1024 * 1024 });
  http.interceptors.request.use((settings) => ({ ...settings, signal: AbortSignal.timeout(deadlineMs) }));
  http.interceptors.response.use(refuseGarbage, ({ response, code }) =>
    response ? failWith(response.status, response.data, code) : failWith(504, undefined, code),
  );
  return client;
}
