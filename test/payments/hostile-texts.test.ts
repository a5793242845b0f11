import { createHmac } from 'node:crypto';
import { SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';
import { type Api, apiOf } from '../support/api';
import { startProduct, type TestProduct } from '../support/server';

let product: TestProduct;
let api: Api;
let token: string;
beforeAll(async () => {
  product = await startProduct();
  api = apiOf(product);
  await product.sandbox.control('PUT', '/webhooks', { mode: 'off' });
  ({ token } = await api.newPerson());
});
afterAll(() => product.close());

/** What neither the database nor a terminal takes: controls, half surrogates, invisible marks, separators. */
const unfit = /[^\P{Cc}\n]|[\p{Cs}\p{Cf}\p{Zl}\p{Zp}]/u;
const kinds: [string, string][] = [
  ['controls and marks', 'a\0b\x1b]0;title\x07\r\nc\u202egnp.\u2066x\u2028\u2029\u0085\u200b'],
  ['half a surrogate pair', 'a\ud800'],
  ['10 KB with an astral letter at the limit', `${'x'.repeat(99)}\u{1f600}${'x'.repeat(10_000)}`],
  ['nothing', ''],
];

test('the form of checkout leads to the payment page with the reason, whatever is in a field, or missing, or repeated', async () => {
  /** Half a surrogate pair has no UTF-8: a browser cannot send it, but a program sends its bytes. */
  const encoded = (text: string) =>
    encodeURIComponent(text.replace(/\p{Cs}/gu, '')) + (/\p{Cs}/u.test(text) ? '%ED%A0%80' : '');
  const written = (fields: [string, string][]) => fields.map(([name, text]) => `${encodeURIComponent(name)}=${text}`);
  const paid = { ...(await api.pay(await api.newOrder())), 'error[reason]': 'payment_failed', other: 'x' };
  const misled: string[] = [];
  for (const name of Object.keys(paid)) {
    const isError = name.startsWith('error');
    const others = Object.entries(paid).filter(([other]) => other !== name && other.startsWith('error') === isError);
    const values = [...kinds.map(([, text]) => encoded(text)), 'a&razorpay_order_id=b%00', '%ED%A0%80%ZZ%'];
    const forms = values.map((value) => written([...others, [name, value]]));
    if (name.startsWith('razorpay')) forms.push(written(others));
    const expected =
      name === 'other' ? /^\/(product\/gpu-servers|payment\?failed=\w+)$/ : /^\/payment\?failed=\w{1,60}$/;
    for (const form of forms.map((fields) => fields.join('&'))) {
      const { status, headers } = await api.post('/payment/return').type('form').send(form);
      if (status !== 303 || !expected.test(headers.location ?? ''))
        misled.push(`${form}: ${status} ${headers.location}`);
    }
  }
  expect(misled).toEqual([]);
});

test('checkout may post an empty form, with a type or without', async () => {
  const reason = '/payment?failed=order_not_found';
  expect((await api.post('/payment/return').type('form').send('').expect(303)).headers.location).toBe(reason);
  expect((await api.post('/payment/return').expect(303)).headers.location).toBe(reason);
});

type Entity = Record<string, unknown>;

describe('an event of the provider', () => {
  const send = (body: string) => {
    const signature = createHmac('sha256', SANDBOX_CREDENTIALS.webhookSecret).update(body).digest('hex');
    return api.agent
      .post('/webhooks/razorpay')
      .set({ 'content-type': 'application/json', 'x-razorpay-signature': signature })
      .send(body);
  };
  /** Entities of an event: what money depends on, and the other fields. */
  const entitiesOf = (order_id: string, payment_id: string): Record<string, [Entity, Entity]> => ({
    payment: [
      { id: payment_id, entity: 'payment', order_id, amount: 15_000, currency: 'INR', status: 'captured' },
      {
        ...{ method: 'upi', bank: 'HDFC', wallet: 'w', vpa: 'a@upi', fee: 354, tax: 54, fee_bearer: 'platform' },
        ...{ error_reason: 'r', error_source: 's', error_step: 't', error_description: 'd', notes: { note: 'n' } },
        ...{ acquirer_data: { rrn: '1', auth_code: '2' }, upi: { flow: 'intent' }, created_at: 1_768_469_400 },
      },
    ],
    refund: [
      { id: `rfnd_${payment_id.slice(4)}`, payment_id, amount: 100, status: 'pending' },
      {
        ...{ speed_requested: 'normal', speed_processed: 'normal', notes: { reason: 'r' } },
        ...{ acquirer_data: { arn: '1' }, created_at: 1_768_469_400 },
      },
    ],
    dispute: [
      { id: `disp_${payment_id.slice(4)}`, payment_id, amount: 100, amount_deducted: 0, status: 'open' },
      { reason_code: 'r', phase: 'chargeback', respond_by: 1_768_469_400 },
    ],
  });
  const isObject = (value: unknown): value is Entity => typeof value === 'object';
  const allOf = (fields: Entity, value: unknown) =>
    Object.fromEntries(Object.keys(fields).map((name) => [name, value]));
  /** Changes each field on which money depends by itself, the others together, and together the fields in these. */
  const variantsOf = ([money, other]: [Entity, Entity], value: unknown): Entity[] => [
    ...Object.keys(money).map((name) => ({ ...money, ...other, [name]: value })),
    { ...money, ...allOf(other, value) },
    {
      ...money,
      ...Object.fromEntries(
        Object.entries(other).map(([name, was]) => [name, isObject(was) ? allOf(was, value) : was]),
      ),
    },
  ];
  const payloadOf = (entities: Record<string, Entity>) =>
    Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }]));

  test('is taken, whatever text is in a field, or missing, or repeated, and leaves only clean texts', async () => {
    const refused: string[] = [];
    const ids: string[] = [];
    for (const [kind, value] of [...kinds, ['missing', undefined], ['a list', ['a\0']]] as const) {
      const id = await api.newOrder();
      ids.push(id);
      await api.claimOrder(id, token).expect(200);
      const entities = entitiesOf(id, `pay_${id.slice(6)}`);
      const whole = Object.fromEntries(
        Object.entries(entities).map(([name, [money, other]]) => [name, { ...money, ...other }]),
      );
      for (const [name, parts] of Object.entries(entities))
        await Promise.all(
          variantsOf(parts, value).map(async (entity, at) => {
            const payload = payloadOf({ ...whole, [name]: entity });
            const { status } = await send(JSON.stringify({ event: `payment.${kind.length}`, payload }));
            if (status !== 200) refused.push(`${name} ${at}, ${kind}: ${status}`);
          }),
        );
    }
    expect(refused).toEqual([]);
    const [[money, other] = [{}, {}]] = Object.values(entitiesOf(ids[0] ?? '', `pay_${ids[0]?.slice(6)}`));
    const twice = JSON.stringify({ event: 'x', payload: payloadOf({ payment: { ...money, ...other } }) });
    await send(
      twice.replace('"vpa"', '"vpa":"b\\u0000","vpa"').replace('"event"', '"event":"y\\ud800","event"'),
    ).expect(200);
    for (const event of kinds.map(([, text]) => `e${text}`.slice(0, 100)))
      await send(JSON.stringify({ event, payload: {} })).expect(200);
    const stored = await product.database.query('SELECT kind FROM webhook_events');
    const books = [stored, (await api.get('/user/export', token).expect(200)).body.orders];
    expect(JSON.stringify(books)).not.toMatch(/\\u|\\[bfnrt]/);
    expect(unfit.test(JSON.stringify(books))).toBe(false);
  });
});
