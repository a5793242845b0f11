import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import type { SandboxAccess } from './server';

/** An email in the sandbox's mailbox. */
export interface SandboxMail {
  recipients: string[];
  from: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  source: string;
}

export const tokenIn = ({ text }: SandboxMail) => /#token=([\w-]{43})/.exec(text)?.[1] ?? '';

export const password = 'nine tall mango trees';

/** An email address that no other test uses. */
export const newEmail = () => `person-${randomUUID().slice(0, 8)}@lab.example`;

/** The three identifiers that checkout hands to its `handler`. */
export interface CheckoutReply {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

/**
 * Calls of the API, named as in the contract. Each returns supertest's request, so that a test can `.expect` on it.
 * @param sandbox needed only to pay and for emails
 */
export function apiOf({ url, sandbox }: { url: string; sandbox?: SandboxAccess }) {
  const agent = supertest(`${url}/api`);
  // The server may close an idle connection just before its next use.
  const once = (request: supertest.Test) => request.set('connection', 'close');
  const post = (path: string, body?: object, token?: string) => {
    const request = once(agent.post(path));
    if (token) request.set('authorization', `Bearer ${token}`);
    return body === undefined ? request : request.send(body);
  };
  const get = (path: string, token?: string) => {
    const request = once(agent.get(path));
    return token ? request.set('authorization', `Bearer ${token}`) : request;
  };
  const api = {
    url,
    agent,
    post,
    get,
    signUp: (email: string, secret = password) => post('/auth/signup', { email, password: secret }),
    logIn: (email: string, secret = password) => post('/auth/login', { email, password: secret }),
    logOut: (token: string) => post('/auth/logout', undefined, token),
    /** The simplest call that needs a token. */
    me: (token: string) => get('/user/me', token),
    createOrder: (body: object = { amount: 150 }) => post('/user/order', body),
    claimOrder: (id: string, token?: string) => post(`/user/order/${id}/claim`, undefined, token),
    verifyPayment: (body: object, token?: string) => post('/user/verify', body, token),
    async newToken(email: string, secret = password): Promise<string> {
      return (await api.logIn(email, secret).expect(200)).body.token;
    },
    /** Waits up to 30 s for `count` emails to an address. @returns the emails so far, oldest first */
    async mails(to: string, count = 1) {
      if (!sandbox) throw new Error('no sandbox');
      let mails: SandboxMail[] = [];
      // The mailbox waits ten seconds.
      for (let asked = 0; asked < 3 && (asked === 0 || mails.length < count); asked += 1)
        mails = await sandbox.control('GET', `/mailbox?to=${encodeURIComponent(to)}&count=${count}`);
      return mails;
    },
    /** The newest email to an address with this subject, once the address has `count` emails, which come in any order. */
    async mail(to: string, subject: RegExp, count = 1): Promise<SandboxMail> {
      const end = Date.now() + 30_000;
      let mails = await api.mails(to, count);
      const found = () => mails.findLast((mail) => subject.test(mail.subject));
      while (!found() && Date.now() < end) mails = await api.mails(to, mails.length + 1);
      const mail = found();
      if (!mail) throw new Error(`No mail like ${subject} among ${mails.map((each) => each.subject).join(', ')}`);
      return mail;
    },
    /** A new person who is logged in. */
    async newPerson(email = newEmail()): Promise<{ email: string; token: string }> {
      await api.signUp(email).expect(201);
      return { email, token: await api.newToken(email) };
    },
    async newOrder(): Promise<string> {
      const { body } = await api.createOrder().expect(201);
      return body.id;
    },
    /** Makes an order and pays it for this person. Returns its id. */
    async paidOrder(token: string): Promise<string> {
      const id = await api.newOrder();
      await api.verifyPayment(await api.pay(id), token).expect(200);
      return id;
    },
    /** Pays an order at the sandbox as a payer would in checkout. */
    async pay(orderId: string, how: object = { method: 'card', outcome: 'captured' }): Promise<CheckoutReply> {
      if (!sandbox) throw new Error('no sandbox');
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
