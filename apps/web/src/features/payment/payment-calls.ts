import { api } from '../../api/client';
import type { components } from '../../api/contract.gen';

export type Verification = components['schemas']['Verification'];
export type PayerOrder = components['schemas']['PayerOrder'];

/** The one price there is. The contract takes no other amount. */
export const priceRupees = 150;

/** @throws Problem when the call failed, or was not answered within the client's deadline. */
async function answer<Data>(call: Promise<{ data?: Data; error?: unknown }>): Promise<Data> {
  const { data, error } = await call;
  if (error) throw error;
  return data as Data;
}

/** What the server says about itself: payment key id, checkout script. */
export const getConfig = () => answer(api.GET('/config'));

/** Who is signed in. */
export const getMe = () => answer(api.GET('/user/me'));

/** The orders of the person signed in, newest first. */
export const listOrders = () => answer(api.GET('/user/orders', { params: { query: { limit: 50 } } }));

/** An order for the price, made without a token. Answers what checkout takes: id, amount in paise, currency. */
export const createOrder = () => answer(api.POST('/user/order', { body: { amount: priceRupees } }));

/** Makes an order the payer's own, for good. */
export const claimOrder = (id: string) => answer(api.POST('/user/order/{id}/claim', { params: { path: { id } } }));

/** `keepalive`: a tab closed right after checkout still gets its verification through. */
export const verifyPayment = (body: Verification) => answer(api.POST('/user/verify', { body, keepalive: true }));
