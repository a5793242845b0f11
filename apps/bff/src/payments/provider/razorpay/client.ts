import { Agent } from 'node:http';
import type Razorpay from 'razorpay';
import type { PaymentAccount as Account } from '../../../config/config';
import { isLocal } from '../../../config/config-rules';
import type { Log } from '../../../log';

/** Short, because a payer waits for the call. */
const timeoutMs = 2_500;
/** For pages of lists and reports, which only jobs and commands read. */
const listTimeoutMs = 30_000;
const maxBytes = 1024 * 1024;

interface RequestConfig {
  method?: string;
  url?: string;
  headers?: Record<string, string>;
  params?: { from?: number };
  signal?: AbortSignal;
  startedAt?: number;
}
interface SdkResponse {
  status: number;
  data: unknown;
  config: RequestConfig;
}
interface SdkFailure {
  code?: string;
  message: string;
  config?: RequestConfig;
  response?: SdkResponse;
}
interface Interceptors<Value> {
  use(onSuccess: (value: Value) => unknown, onError?: (error: SdkFailure) => never): void;
}

/** The SDK's axios instance, as far as we use it. The SDK's types do not have it. */
interface SdkHttp {
  defaults: { baseURL: string; maxRedirects: number; maxContentLength: number };
  interceptors: { request: Interceptors<RequestConfig>; response: Interceptors<SdkResponse> };
  post(path: string, body: object, config: RequestConfig): Promise<SdkResponse>;
}

export type RazorpayClient = Razorpay & { api: { rq: SdkHttp } };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The SDK needs `response.data.error` in every failure. Without it, the SDK throws a TypeError. */
function failWith(status: number, data: unknown, reason: string): never {
  const error = isObject(data) && isObject(data.error) ? data.error : { code: 'NO_ANSWER', description: reason };
  throw Object.assign(new Error(reason), { response: { status, data: { error } } });
}

const isList = ({ url = '', params }: RequestConfig) =>
  params?.from !== undefined || /\/(disputes|settlements|combined)$/.test(url);

/** The operation without ids and query, and its duration. */
const describe = ({ method = '', url = '', startedAt = 0 }: RequestConfig) => ({
  operation: `${method.toUpperCase()} ${url.replace(/\?.*/, '').replace(/\b(order|pay|rfnd|disp|setl)_[\w-]+/g, ':id')}`,
  ms: Math.round(performance.now() - startedAt),
});

/** Refuses other replies, such as an HTML page with status 200. */
function requireEntity(response: SdkResponse): SdkResponse {
  const { data } = response;
  return isObject(data) && typeof data.entity === 'string'
    ? response
    : failWith(502, data, 'the answer is not an entity');
}

/**
 * The SDK has no options for address, timeout and limits, so we configure its axios instance.
 * test/payments/razorpay.test.ts checks what we rely on.
 */
export async function razorpayClient({ keyId, keySecret, apiUrl }: Account, log: Log): Promise<RazorpayClient> {
  const { default: Sdk } = await import('razorpay');
  const client = new Sdk({ key_id: keyId, key_secret: keySecret }) as RazorpayClient;
  const { defaults, interceptors } = client.api.rq;
  Object.assign(defaults, { baseURL: apiUrl, maxRedirects: 0, maxContentLength: maxBytes });
  // The environment's proxy must not see the keys in local calls. Node's global agent uses it too.
  if (isLocal(apiUrl)) Object.assign(defaults, { proxy: false, httpAgent: new Agent({ keepAlive: true }) });
  const logCall = (config: RequestConfig, outcome: object) =>
    log.info({ event: 'provider_call', ...describe(config), ...outcome }, 'payment provider called');
  interceptors.request.use((config) => ({
    ...config,
    startedAt: performance.now(),
    signal: AbortSignal.timeout(isList(config) ? listTimeoutMs : timeoutMs),
  }));
  interceptors.response.use(
    (response) => {
      logCall(response.config, { status: response.status });
      return response;
    },
    (error) => {
      logCall(error.config ?? {}, { status: error.response?.status, error: error.response ? undefined : error.code });
      throw error;
    },
  );
  interceptors.response.use(requireEntity, ({ code, message, response }) => {
    if (response) failWith(response.status, response.data, `status ${response.status}`);
    failWith(504, undefined, code === 'ERR_CANCELED' ? 'no answer in time' : message || `${code}`);
  });
  return client;
}
