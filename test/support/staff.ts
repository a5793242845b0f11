import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sign } from 'jsonwebtoken';
import { type Api, apiOf, password } from './api';
import { runPeople } from './commands';
import { newAuthenticator } from './passkey';
import { startProduct, type TestProduct } from './server';

/** A product with a desk. */
export const startDesk = async (...how: Parameters<typeof startProduct>) => deskOf(await startProduct(...how));

/** Creates staff members of a product. */
export function deskOf<Product extends Pick<TestProduct, 'url' | 'sandbox' | 'database'>>(product: Product) {
  const api: Api = apiOf(product);
  const settings = { ...product.database.env, SANDBOX_PORT: String(product.sandbox.port) };
  const people = (...args: string[]) => runPeople(settings, ...args);

  /** A new person with a confirmed address and a passkey. */
  async function colleague() {
    const person = await api.newPerson();
    await product.database.query('UPDATE users SET email_verified_at = now() WHERE email = $1', [person.email]);
    const key = newAuthenticator(product.url);
    const { body } = await api.post('/user/passkeys/options', { password }, person.token).expect(200);
    const credential = key.register(body);
    await api.post('/user/passkeys/add', { name: 'Key', credential }, person.token).expect(201);
    const answer = async () => key.answer((await api.get('/auth/passkey/options').expect(200)).body);
    const logInAt = async (path: string): Promise<string> =>
      (await api.post(path, await answer()).expect(200)).body.token;
    return { ...person, answer, logIn: () => logInAt('/desk/login'), logInToSite: () => logInAt('/auth/passkey') };
  }

  /** A staff member. `token` and `ended` are for the desk, `siteToken` is not; `ended` was logged out. */
  async function staff(role: 'support' | 'finance') {
    const person = await colleague();
    const granted = await people('grant', person.email, role, '--as', 'chief');
    if (granted.status) throw new Error(granted.stderr);
    const ended = await person.logIn();
    await api.logOut(ended).expect(204);
    return { ...person, ended, token: await person.logIn(), siteToken: await person.logInToSite() };
  }

  const secret = () => readFileSync(join(product.database.env.DATA_DIR ?? '', 'jwt-secret'), 'utf8');

  /** A token like this one with other claims. */
  const resigned = (token: string, change: (claims: Record<string, number>) => object) => {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return sign({ ...claims, ...change(claims) }, secret());
  };

  /** A token like this one, of a login with a passkey so many minutes ago. */
  const aged = (token: string, minutes: number) =>
    resigned(token, ({ auth_time: at = 0 }) => ({ auth_time: at - minutes * 60 }));

  /** An order that this person has paid. @param how at the sandbox, such as `{ method: 'upi' }` */
  async function paidOrder({ token }: { token: string }, how?: object) {
    const id = await api.newOrder();
    const checkout = await api.pay(id, { method: 'card', outcome: 'captured', ...how });
    await api.verifyPayment(checkout, token).expect(200);
    return { id, paymentId: checkout.razorpay_payment_id };
  }

  type Shown = { id: string; refundablePaise: number };
  type How = { paymentId?: string; amountPaise?: number; despiteDispute?: boolean };

  /** Refunds what the desk shows of the payment, or else of the first one that holds money. @param token of finance */
  async function refund(token: string, id: string, how: How = {}) {
    const { payments } = (await api.get(`/desk/orders/${id}`, token)).body;
    const isMeant = (each: Shown) => (how.paymentId ? each.id === how.paymentId : each.refundablePaise > 0);
    const payment = payments?.find(isMeant) ?? payments?.[0];
    const { id: paymentId = 'pay_1', refundablePaise = 1 } = payment ?? {};
    const body = { paymentId, amountPaise: refundablePaise || 1, refundablePaise: refundablePaise || 1 };
    return api.post(`/desk/orders/${id}/refund`, { ...body, reason: 'Bought twice', ...how }, token);
  }

  const put = (token: string, path: string, body: object) =>
    api.agent.put(`/desk${path}`).set('authorization', `Bearer ${token}`).send(body);

  return { product, api, people, colleague, staff, paidOrder, refund, put, resigned, aged };
}
export type TestDesk = ReturnType<typeof deskOf<TestProduct>>;
