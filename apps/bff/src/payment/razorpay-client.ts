import Razorpay from 'razorpay';
import type { Razorpay as Account } from '../config/config';
import { type ProviderHttp, providerHttp } from './provider-http';

export type RazorpayClient = Razorpay & { api: { rq: ProviderHttp } };

/** The provider's SDK, on an HTTP client of ours. */
export function razorpayClient(account: Account): RazorpayClient {
  const { keyId, keySecret } = account;
  const client = new Razorpay({ key_id: keyId, key_secret: keySecret }) as RazorpayClient;
  client.api.rq = providerHttp(account, `razorpay-node@${Razorpay.VERSION}`);
  return client;
}
