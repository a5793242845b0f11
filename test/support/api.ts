import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import type { ProductAccess } from './server';

export const password = 'nine tall mango trees';

/** An e-mail address that no other test uses. */
export const newEmail = () => `person-${randomUUID().slice(0, 8)}@lab.example`;

/** The three identifiers that checkout hands to its `handler`. */
export interface CheckoutReply {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

/** Calls of the API by the words of the contract; each answers supertest's request, so that a test can `.expect` on it. */
export function apiOf({ url, sandbox }: ProductAccess) {
  const agent = supertest(`${url}/api`);
  const post = (path: string, body?: object, token?: string) => {
    const request = agent.post(path);
    if (token) request.set('authorization', `Bearer ${token}`);
    return body === undefined ? request : request.send(body);
  };
  const get = (path: string, token?: string) => {
    const request = agent.get(path);
    return token ? request.set('authorization', `Bearer ${token}`) : request;
  };
  const api = {
    agent,
    post,
    get,
    signUp: (email: string, secret = password) => post('/auth/signup', { email, password: secret }),
    logIn: (email: string, secret = password) => post('/auth/login', { email, password: secret }),
    createOrder: (body: object = { amount: 150 }) => post('/user/order', body),
    claimOrder: (id: string, token?: string) => post(`/user/order/${id}/claim`, undefined, token),
    verifyPayment: (body: object, token?: string) => post('/user/verify', body, token),
    /** A new person, signed in. */
    async newPerson(): Promise<{ email: string; token: string }> {
      const email = newEmail();
      await api.signUp(email).expect(201);
      const { body } = await api.logIn(email).expect(200);
      return { email, token: body.token };
    },
    async newOrder(): Promise<string> {
      const { body } = await api.createOrder().expect(201);
      return body.id;
    },
    /** Pays an order at the sandbox as a payer would in checkout. */
    async pay(orderId: string, how: object = { method: 'card', outcome: 'captured' }): Promise<CheckoutReply> {
      const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = await sandbox.control<CheckoutReply>(
        'POST',
        `/orders/${orderId}/pay`,
        how,
      );
      return { razorpay_order_id, razorpay_payment_id, razorpay_signature };
    },
  };
  return api;
}
export type Api = ReturnType<typeof apiOf>;
