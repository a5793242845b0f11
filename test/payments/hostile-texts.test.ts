import { createHmac } from 'node:crypto';
import { SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';
import { type Api, apiOf } from '../support/api';
import { runPeople } from '../support/commands';
import { startProduct, type TestProduct } from '../support/server';

let product: TestProduct;
let api: Api;
let email: string;
let token: string;
beforeAll(async () => {
  product = await startProduct();
  api = apiOf(product);
  await product.sandbox.control('PUT', '/webhooks', { mode: 'off' });
  ({ email, token } = await api.newPerson());
});
afterAll(() => product.close());

/** What neither the database nor a terminal takes: controls, half surrogates, invisible marks, separators. */
const unfit = /[^\P{Cc}\n]|[\p{Cs}\p{Cf}\p{Zl}\p{Zp}]/u;
const kinds: [string, string][] = [
  ['NUL', 'a\0b'],
  ['an escape sequence', '\x1b]0;title\x07\x1b[2J'],
  ['a new line', 'a\r\nb: c'],
  ['half a surrogate pair', 'a\ud800'],
  ['the other half', '\udc00a'],
  ['direction marks', '\u202egnp.\u2066x'],
  ['separators', 'a\u2028b\u2029c\u0085d'],
  ['only invisible marks', '\u200b\ufeff'],
  ['an astral letter at the limit', `${'x'.repeat(99)}\u{1f600}`],
  ['10 KB', 'x'.repeat(10_240)],
  ['nothing', ''],
];

describe('the form that checkout posts', () => {
  const post = (form: string) => api.post('/payment/return').type('form').send(form);
  /** Half a surrogate pair has no UTF-8: a browser cannot send it, but a program sends its bytes. */
  const encoded = (text: string) =>
    encodeURIComponent(text.replace(/\p{Cs}/gu, '')) + (/\p{Cs}/u.test(text) ? '%ED%A0%80' : '');

  test('leads to the payment page with the reason, whatever is in any field, or missing, or repeated', async () => {
    const id = await api.newOrder();
    const paid = { ...(await api.pay(id)), 'error[reason]': 'payment_failed', 'error[code]': 'x', other: 'x' };
    const written = (fields: [string, string][]) => fields.map(([name, text]) => `${encodeURIComponent(name)}=${text}`);
    const misled: string[] = [];
    for (const name of Object.keys(paid)) {
      const isError = name.startsWith('error');
      const others = Object.entries(paid).filter(([other]) => other !== name && other.startsWith('error') === isError);
      const forms: [string, string[]][] = [
        ...kinds.map(([kind, text]): [string, string[]] => [kind, written([...others, [name, encoded(text)]])]),
        ['repeated', written([...others, [name, 'a'], [name, 'b%00']])],
        ['as a list', written([...others, [`${name}[]`, 'a']])],
        ['broken escapes', written([...others, [name, '%ED%A0%80%ZZ%']])],
      ];
      if (name.startsWith('razorpay')) forms.push(['missing', written(others)]);
      for (const [kind, form] of forms) {
        const { status, headers } = await post(form.join('&'));
        const expected = name === 'other' ? /^\/product\/gpu-servers$/ : /^\/payment\?failed=\w{1,60}$/;
        if (status !== 303 || !expected.test(headers.location ?? ''))
          misled.push(`${name}, ${kind}: ${status} ${headers.location}`);
      }
    }
    expect(misled).toEqual([]);
  });

  test('may be empty, with a type or without', async () => {
    const reason = '/payment?failed=order_not_found';
    expect((await post('').expect(303)).headers.location).toBe(reason);
    expect((await api.post('/payment/return').expect(303)).headers.location).toBe(reason);
    const { status, headers } = await fetch(`${api.url}/api/payment/return`, { method: 'POST', redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([303, reason]);
  });
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
  const entitiesOf = (order_id: string, payment_id: string): Record<string, Entity> => ({
    payment: {
      ...{ id: payment_id, entity: 'payment', order_id, amount: 15_000, currency: 'INR', status: 'captured' },
      ...{ method: 'upi', bank: 'HDFC', wallet: 'w', vpa: 'a@upi', fee: 354, tax: 54, fee_bearer: 'platform' },
      ...{ error_reason: 'r', error_source: 's', error_step: 't', error_description: 'd', notes: { note: 'n' } },
      ...{ acquirer_data: { rrn: '1', auth_code: '2' }, upi: { flow: 'intent' }, created_at: 1_768_469_400 },
    },
    refund: {
      ...{ id: `rfnd_${payment_id.slice(4)}`, payment_id, amount: 100, status: 'pending', notes: { reason: 'r' } },
      ...{
        speed_requested: 'normal',
        speed_processed: 'normal',
        acquirer_data: { arn: '1' },
        created_at: 1_768_469_400,
      },
    },
    dispute: {
      ...{ id: `disp_${payment_id.slice(4)}`, payment_id, amount: 100, amount_deducted: 0, status: 'open' },
      ...{ reason_code: 'r', phase: 'chargeback', respond_by: 1_768_469_400 },
    },
  });

  /** Each place of a text: in an entity, or one level below. */
  const placesOf = (entity: Entity) =>
    Object.entries(entity).flatMap(([name, value]) =>
      typeof value === 'object' ? [[name], ...Object.keys(value as object).map((inner) => [name, inner])] : [[name]],
    );
  const changed = (entity: Entity, [name = '', inner]: string[], value: unknown): Entity => ({
    ...entity,
    [name]: inner ? { ...(entity[name] as Entity), [inner]: value } : value,
  });

  test('is taken, whatever text is in any field of its entities, or missing, or repeated, and leaves only clean texts', async () => {
    const refused: string[] = [];
    const ids: string[] = [];
    for (const [kind, text] of [...kinds, ['missing', undefined], ['a list', ['a\0']], ['null', null]] as const) {
      const id = await api.newOrder();
      ids.push(id);
      await api.claimOrder(id, token).expect(200);
      const entities = entitiesOf(id, `pay_${id.slice(6)}`);
      for (const [name, entity] of Object.entries(entities))
        await Promise.all(
          placesOf(entity).map(async (place) => {
            const payload = { ...entities, [name]: changed(entity, place, text) };
            const wrapped = Object.fromEntries(
              Object.entries(payload).map(([each, value]) => [each, { entity: value }]),
            );
            const { status } = await send(JSON.stringify({ event: `payment.${kind.length}`, payload: wrapped }));
            if (status !== 200) refused.push(`${name}.${place.join('.')}, ${kind}: ${status}`);
          }),
        );
    }
    const [id = ''] = ids;
    const twice = JSON.stringify({
      event: 'x',
      payload: { payment: { entity: entitiesOf(id, `pay_${id.slice(6)}`).payment } },
    });
    await send(
      twice.replace('"vpa"', '"vpa":"b\\u0000","vpa"').replace('"event"', '"event":"y\\ud800","event"'),
    ).expect(200);
    expect(refused).toEqual([]);
    for (const event of kinds.map(([, text]) => `e${text}`.slice(0, 100)))
      await send(JSON.stringify({ event, payload: {} })).expect(200);
    const stored = await product.database.query('SELECT kind FROM webhook_events');
    const books = [stored, (await api.get('/user/export', token).expect(200)).body.orders];
    expect(JSON.stringify(books)).not.toMatch(/\\u|\\[bfnrt]/);
    expect(unfit.test(JSON.stringify(books))).toBe(false);
  });

  test('from before texts were cleaned is printed with escapes, which JSON reads as the same value', async () => {
    const id = await api.newOrder();
    await api.claimOrder(id, token).expect(200);
    await send(
      JSON.stringify({ event: 'x', payload: { payment: { entity: entitiesOf(id, `pay_${id.slice(6)}`).payment } } }),
    );
    const vpa = '\u202egnp.\u{e0001}x';
    await product.database.query(
      `UPDATE payments SET method_details = jsonb_build_object('vpa', $1::text)
      WHERE id = 'pay_${id.slice(6)}'`,
      [vpa],
    );
    await product.server.stop();
    const env = { ...product.database.env, SANDBOX_PORT: String(product.sandbox.port) };
    const { stdout } = await runPeople(env, 'export', email);
    expect(unfit.test(stdout)).toBe(false);
    const { orders } = JSON.parse(stdout);
    expect(orders.find((order: { providerOrderId: string }) => order.providerOrderId === id).payments).toMatchObject([
      { methodDetails: { vpa } },
    ]);
    const unknown = await runPeople(env, 'export', '\x1b[2J\u202e');
    expect(unfit.test(unknown.stderr)).toBe(false);
  });
});
