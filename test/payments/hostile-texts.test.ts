import { createHmac } from 'node:crypto';
import { SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';
import { useProduct } from '../support/use-product';

const { product, api } = useProduct();
let token: string;
beforeAll(async () => {
  await product.sandbox.control('PUT', '/webhooks', { mode: 'off' });
  ({ token } = await api.newPerson());
});

/** Characters that a database or terminal mishandles: controls, half surrogates, invisible marks, separators. */
const unfit = /[^\P{Cc}\n]|[\p{Cs}\p{Cf}\p{Zl}\p{Zp}]/u;
const kinds: [string, string][] = [
  ['controls and marks', 'a\0b\x1b]0;title\x07\r\nc\u202egnp.\u2066x\u2028\u2029\u0085\u200b'],
  ['half a surrogate pair', 'a\ud800'],
  ['10 KB with an astral letter at the limit', `${'x'.repeat(99)}\u{1f600}${'x'.repeat(10_000)}`],
  ['nothing', ''],
];

test('the form of checkout leads to the payment page with the reason, whatever is in a field', async () => {
  const paid = await api.pay(await api.newOrder());
  const encode = (form: object) => new URLSearchParams(Object.entries(form)).toString();
  const forms = ['', '%ED%A0%80%ZZ%', `${encode(paid)}&razorpay_order_id=b%00`];
  for (const [, text] of kinds) {
    forms.push(encode({ 'error[reason]': text }));
    for (const name of Object.keys(paid)) forms.push(encode({ ...paid, [name]: text }));
  }
  for (const form of forms) {
    const { status, headers } = await api.post('/payment/return').type('form').send(form);
    expect([form, status, headers.location]).toEqual([
      form,
      303,
      expect.stringMatching(/^\/payment\?failed=\w{1,60}$/),
    ]);
  }
});

test('an event of the provider is taken, whatever is in its texts, and leaves only clean ones', async () => {
  const send = async (event: string, payload: object) => {
    const body = JSON.stringify({ event, payload });
    const signature = createHmac('sha256', SANDBOX_CREDENTIALS.webhookSecret).update(body).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signature };
    const { status } = await api.agent.post('/webhooks/razorpay').set(headers).send(body);
    expect([body.slice(0, 500), status]).toEqual([body.slice(0, 500), 200]);
  };
  for (const value of [...kinds.map(([, text]) => text), undefined, ['a\0']]) {
    const order_id = await api.newOrder();
    await api.claimOrder(order_id, token).expect(200);
    const payment_id = `pay_${order_id.slice(6)}`;
    const money = { id: payment_id, entity: 'payment', order_id, amount: 15_000, currency: 'INR', status: 'captured' };
    const texts = {
      ...{ method: value, bank: value, wallet: value, vpa: value, fee: value, tax: value, fee_bearer: value },
      ...{ error_reason: value, error_source: value, error_step: value, error_description: value },
      ...{ notes: { note: value }, acquirer_data: { rrn: value, auth_code: value }, upi: { flow: value } },
    };
    const refund = { id: `rfnd_${order_id.slice(6)}`, payment_id, amount: 100, status: 'pending' };
    const dispute = { id: `disp_${order_id.slice(6)}`, payment_id, amount: 100, amount_deducted: 0, status: 'open' };
    const payment = { entity: { ...money, ...texts } };
    await send(`x${value}`.slice(0, 100), {
      payment,
      refund: { entity: { ...refund, speed_requested: value, notes: value, acquirer_data: { arn: value } } },
      dispute: { entity: { ...dispute, reason_code: value, phase: value, respond_by: value } },
    });
    for (const name of Object.keys(money)) await send('x', { payment: { entity: { ...money, [name]: value } } });
    await send('x', { payment, refund: { entity: { ...refund, id: value } }, dispute: { entity: value } });
  }
  const stored = await product.database.query('SELECT kind FROM webhook_events');
  const { orders } = (await api.get('/user/export', token).expect(200)).body;
  expect(orders).toHaveLength(kinds.length + 2);
  expect(JSON.stringify([stored, orders])).not.toMatch(/\\u|\\[bfnrt]/);
  expect(unfit.test(JSON.stringify([stored, orders]))).toBe(false);
});
