import Razorpay from 'razorpay';
import type { Razorpay as Account } from '../config/config';

/** No single call takes longer, however slowly its answer arrives. */
const timeoutMs = 2_500;
const maxBytes = 1024 * 1024;

interface SdkResponse {
  status: number;
  data: unknown;
}
interface RequestConfig {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}
interface Interceptors<Value> {
  use(
    onSuccess: (value: Value) => unknown,
    onError?: (error: { code?: string; message: string; response?: SdkResponse }) => never,
  ): void;
}

/** The axios instance inside the SDK: as much of it as is used here. The SDK's types leave it out. */
interface SdkHttp {
  defaults: { baseURL: string; maxRedirects: number; maxContentLength: number };
  interceptors: { request: Interceptors<RequestConfig>; response: Interceptors<SdkResponse> };
  post(path: string, body: object, config: RequestConfig): Promise<SdkResponse>;
}

export type RazorpayClient = Razorpay & { api: { rq: SdkHttp } };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The SDK reads `response.data.error` of every failure, and fails with a TypeError where there is none. */
function failWith(status: number, data: unknown, reason: string): never {
  const error = isObject(data) && isObject(data.error) ? data.error : { code: 'NO_ANSWER', description: reason };
  throw Object.assign(new Error(reason), { response: { status, data: { error } } });
}

/** Every entity of the provider names its kind: anything else, such as an HTML page with status 200, is no answer. */
function checkEntity(response: SdkResponse): SdkResponse {
  const { data } = response;
  return isObject(data) && typeof data.entity === 'string'
    ? response
    : failWith(502, data, 'the answer is not an entity');
}

/**
 * The provider's SDK. It has no option for address, deadline or limits, so its axios instance is configured here, the
 * only place that reaches into a library; test/payments/razorpay.test.ts pins what it relies on.
 */
export function razorpayClient({ keyId, keySecret, apiUrl }: Account): RazorpayClient {
  const client = new Razorpay({ key_id: keyId, key_secret: keySecret }) as RazorpayClient;
  const { defaults, interceptors } = client.api.rq;
  Object.assign(defaults, { baseURL: apiUrl, maxRedirects: 0, maxContentLength: maxBytes });
  interceptors.request.use((config) => ({ ...config, signal: AbortSignal.timeout(timeoutMs) }));
  interceptors.response.use(checkEntity, ({ code, message, response }) => {
    if (response) failWith(response.status, response.data, `status ${response.status}`);
    failWith(504, undefined, code === 'ERR_CANCELED' ? 'no answer in time' : message || `${code}`);
  });
  return client;
}
