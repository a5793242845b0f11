import { gzipSync } from 'node:zlib';
import supertest, { type Response } from 'supertest';
import { newPerson, password, startApi, type TestApi } from './api';

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = (await newPerson(api.url)).token;
});
afterAll(() => api.close());

/** Each operation that takes JSON, with a body that it would take. */
const targets: [string, Record<string, unknown>][] = [
  ['/auth/signup', { email: 'asha@lab.example', password }],
  ['/auth/login', { email: 'asha@lab.example', password }],
  // Not the current password, so that no call ends the token that they all carry.
  ['/auth/password', { currentPassword: 'not the one', newPassword: 'eight cells and one core' }],
  ['/user/order', { amount: 150 }],
  [
    '/user/verify',
    {
      razorpay_order_id: 'order_Q2b7XkLm90PzTa',
      razorpay_payment_id: 'pay_Q2b8Zc3VnR41sD',
      razorpay_signature: '9e2f0f4b1d6c5a80b7c3e3f5a1d9c24078a4f6d2ce6f9a35b1c7d8e0f1a2b3c4',
    },
  ],
  ['/vitals', { name: 'LCP', value: 512.5, path: '/pricing' }],
];

const send = (path: string, body: string | Buffer, type = 'application/json', headers: Record<string, string> = {}) =>
  supertest(api.url)
    .post(`/api${path}`)
    .set({ authorization: `Bearer ${token}`, 'content-type': type, ...headers })
    // As text: supertest would make JSON of a string again.
    .serialize((value: unknown) => value as string)
    .send(body as string);

function expectRefusal(reply: Response, statuses: number[]) {
  expect(statuses).toContain(reply.status);
  expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(reply.headers['x-content-type-options']).toBe('nosniff');
  expect(reply.body).toMatchObject({ status: reply.status, code: expect.any(String), requestId: expect.any(String) });
  expect(reply.text).not.toMatch(/node_modules|\bat [\w.]+ \(|prisma|ajv|fastify/i);
}

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const deepObject = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const notJson: [string, string | Buffer][] = [
  ['nothing', ''],
  ['spaces', '   '],
  ['an open brace', '{'],
  ['a comma too many', '{"email":"a@b.example",}'],
  ['single quotes', "{'email':'a@b.example'}"],
  ['a comment', '{/* */}'],
  ['NaN', '{"amount":NaN}'],
  ['two documents', '{}{}'],
  ['a cut-off escape', '{"email":"\\u00"}'],
  ['half of it', '{"email":"asha@lab.ex'],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['UTF-16', Buffer.from('{"amount":150}', 'utf16le')],
  ['NUL bytes', Buffer.alloc(64)],
  ['7,000 open brackets', '['.repeat(7_000)],
  ['a list nested 7,000 deep', deep(7_000)],
  ['an object nested 2,500 deep', deepObject(2_500)],
  ['null', 'null'],
  ['true', 'true'],
  ['a number', '150'],
  ['a text', '"asha@lab.example"'],
  ['an empty list', '[]'],
  ['a list of good bodies', '[{"amount":150}]'],
  ['an empty object', '{}'],
];

/** Forgiving parsers read these, and find all that an operation asks for. */
const brokenOf: [string, (good: string) => string | Buffer][] = [
  ['a comma too many', (good) => `${good.slice(0, -1)},}`],
  ['single quotes', (good) => good.replaceAll('"', "'")],
  ['keys without quotes', (good) => good.replace(/"(\w+)":/g, '$1:')],
  ['a comment', (good) => `${good} // so far`],
  ['no end', (good) => good.slice(0, -1)],
  ['more behind it', (good) => `${good}x`],
  ['itself once more', (good) => `${good}${good}`],
  ['a prefix against reading by scripts', (good) => `)]}',\n${good}`],
  ['a line break within a text', (good) => good.replace('"', '"\n')],
  ['a byte that is no UTF-8', (good) => Buffer.from(`${good.slice(0, -1)},"\u00ff":1}`, 'latin1')],
  ['UTF-16', (good) => Buffer.from(good, 'utf16le')],
];

const prototypeKeys: [string, string][] = [
  ['__proto__', '"__proto__":{"isAdmin":true}'],
  ['__proto__ with an escape', '"__pr\\u006fto__":{"isAdmin":true}'],
  ['constructor.prototype', '"constructor":{"prototype":{"isAdmin":true}}'],
  ['constructor', '"constructor":1'],
  ['toString', '"toString":1'],
  ['hasOwnProperty', '"hasOwnProperty":1'],
  ['an unknown field', '"isAdmin":true'],
  ['markup as a key', '"<script>alert(1)</script>":1'],
  ['a very long key', `"${'k'.repeat(9_000)}":1`],
];

const wrongValues: [string, unknown][] = [
  ['null', null],
  ['true', true],
  ['zero', 0],
  ['a negative number', -150],
  ['a fraction', 150.5],
  ['a huge number', 1e308],
  ['a number in a text', '150'],
  ['an empty text', ''],
  ['a list', ['asha@lab.example']],
  ['a list of lists', [[password]]],
  ['an empty object', {}],
  ['a Prisma filter', { contains: '' }],
  ['a Prisma negation', { not: null }],
  ['a Mongo operator', { $gt: '' }],
  ['a Prisma raw value', { strings: ["' OR 1=1 --"], values: [] }],
  ['an object with toString', { toString: 'x', length: 8 }],
  ['a date-like object', { $date: '2026-01-01' }],
  ['SQL', "' OR 1=1; DROP TABLE users; --"],
  ['SQL with a comment', "admin'/*"],
  ['a stacked query', "x'; SELECT pg_sleep(5); --"],
  ['a path', '../../../../etc/passwd'],
  ['a format string', '%s%n%x%p'],
  ['a template', '\u0024{7*7}{{7*7}}<%= 7*7 %>'],
  ['a lookup', '\u0024{jndi:ldap://localhost:1/x}'],
  ['markup', '<img src=x onerror=alert(1)>'],
  ['NUL', 'asha\u0000@lab.example'],
  ['a lone surrogate', '\ud800'],
  ['a line break for the log', 'x\n{"level":30,"msg":"forged"}'],
  ['an escape sequence for the terminal', '\u001b[2J\u001b[31m'],
  ['10,000 letters', 'a'.repeat(10_000)],
  ['what slow patterns choke on', `${'a'.repeat(5_000)}@${'a.'.repeat(2_000)}`],
  ['a list nested 2,000 deep', JSON.parse(deep(2_000))],
  ['an object nested 2,000 deep', JSON.parse(deepObject(2_000))],
];

describe.each(targets)('%s', (path, good) => {
  const fields = Object.keys(good);

  test.each(notJson)('is not moved by a body that is no JSON object: %s', async (_, body) => {
    expectRefusal(await send(path, body), [400]);
  });

  test.each(brokenOf)('takes no JSON that is broken, though all of it could be guessed: %s', async (_, make) => {
    const reply = await send(path, make(JSON.stringify(good)));
    expectRefusal(reply, [400]);
    expect(reply.body.code).toBe('malformed_json');
  });

  test.each(prototypeKeys)('takes no extra key: %s', async (_, extra) => {
    expectRefusal(await send(path, `${JSON.stringify(good).slice(0, -1)},${extra}}`), [400]);
    expect(await send(path, `{${extra}}`)).toHaveProperty('status', 400);
  });

  test.each(wrongValues)('takes no value that does not fit: %s', async (_, value) => {
    for (const field of fields) {
      const reply = await send(path, JSON.stringify({ ...good, [field]: value }));
      // A password may be any text, a vital any number: there it is enough that nobody gets in and nothing breaks.
      const mayFit = /password/i.test(field)
        ? typeof value === 'string'
        : field === 'value' && typeof value === 'number';
      if (mayFit) expect([200, 201, 204, 400, 401, 403, 409]).toContain(reply.status);
      else expectRefusal(reply, [400]);
    }
  });

  test.each(fields)('asks for %s', async (field) => {
    expectRefusal(await send(path, JSON.stringify({ ...good, [field]: undefined })), [400]);
  });

  test.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'application/json-patch+json',
    'image/svg+xml',
    'nonsense',
    '*/*',
  ])('takes JSON as nothing but JSON: %s', async (type) => {
    expectRefusal(await send(path, JSON.stringify(good), type), [415]);
  });

  test('takes no more than 16 KB', async () => {
    expectRefusal(await send(path, JSON.stringify({ ...good, padding: 'x'.repeat(17 * 1024) })), [413]);
    expectRefusal(await send(path, ' '.repeat(1024 * 1024)), [413]);
  });

  test.each(['br', 'identity, gzip', 'x'])('takes nothing that says it is %s', async (coding) => {
    expectRefusal(await send(path, JSON.stringify(good), 'application/json', { 'content-encoding': coding }), [415]);
  });

  test('does not inflate what comes compressed', async () => {
    const bomb = gzipSync(Buffer.alloc(10 * 1024 * 1024, ' '), { level: 9 });
    for (const body of [gzipSync(JSON.stringify(good)), bomb]) {
      expectRefusal(await send(path, body, 'application/json', { 'content-encoding': 'gzip' }), [413, 415]);
    }
  });
});

test('an event of the payment provider may have 256 KB, and no more', async () => {
  const event = (bytes: number) => send('/webhooks/razorpay', ' '.repeat(bytes));
  expectRefusal(await event(256 * 1024), [400]);
  expectRefusal(await event(256 * 1024 + 1), [413]);
});

test('the service is well after all of that, and has logged no defect', async () => {
  await supertest(api.url).get('/api/health').expect(200);
  expect(api.server.output()).not.toMatch(/"code":"unexpected"|"level":(50|60)/);
  expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
});
