import { createHmac } from 'node:crypto';
import supertest from 'supertest';
import { SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';
import { type Api, apiOf, newEmail, password, tokenIn } from '../support/api';
import { freshDatabase, type TestDatabase } from '../support/database';
import { testOnPostgres } from '../support/on-postgres';
import { newAuthenticator } from '../support/passkey';
import { type PostgresProxy, proxyTo } from '../support/postgres-proxy';
import { startProduct, type TestProduct } from '../support/server';
import {
  allOperations,
  contract,
  misfitsOf,
  type Operation,
  operations,
  replyMisfits,
  resolve,
  type Schema,
  written,
} from './contract';

/** What an operation is sent. */
interface Call {
  body?: Record<string, unknown> | string;
  type?: string;
  token?: string;
  /** The order in the path. */
  orderId?: string;
  query?: Record<string, unknown>;
  /** Of an event; by default the valid one. */
  signature?: string;
}

let database: TestDatabase;
let proxy: PostgresProxy | undefined;
let product: TestProduct;
let api: Api;
let person: { email: string; token: string };
let stranger: { email: string; token: string };
let order: string;
beforeAll(async () => {
  database = await freshDatabase();
  proxy = await proxyTo(database);
  product = await startProduct(proxy?.env, async () => database);
  await product.sandbox.control('PUT', '/webhooks', { mode: 'off' });
  api = apiOf(product);
  [person, stranger] = [await api.newPerson(), await api.newPerson()];
  order = await claimedOrder();
});
afterAll(async () => {
  await product.close();
  await proxy?.down();
});

async function claimedOrder() {
  const id = await api.newOrder();
  await api.claimOrder(id, person.token).expect(200);
  return id;
}
const pay = async (how?: object) => ({ ...(await api.pay(await claimedOrder(), how)) });
const fail = (operation: string, status: number, times = 1) =>
  product.sandbox.control('POST', '/faults', { match: { operation }, times, do: { kind: 'status', status } });

/** A new person who has the mail with this link. */
async function personWithMail(kind: 'verifyEmail' | 'rejectAccount' | 'resetPassword') {
  const { email } = await api.newPerson();
  if (kind === 'resetPassword') await api.post('/auth/password/reset-request', { email }).expect(202);
  return tokenIn(
    await (kind !== 'resetPassword' ? api.mail(email, /Confirm/) : api.mail(email, /new NovaCore password/, 2)),
  );
}

/** Of each kind, one that is not used yet: only a success uses it. */
const links: { verifyEmail?: Promise<string>; rejectAccount?: Promise<string>; resetPassword?: Promise<string> } = {};

const usesLink = ['verifyEmail', 'rejectAccount', 'resetPassword'];
/** These end the tokens of their caller. */
const endsTokens = ['changePassword', 'logOutEverywhere', 'deleteAccount', 'removePasskeys'];

/** A challenge to add a passkey, answered. */
async function newPasskey(token: string, key = newAuthenticator(api.url)) {
  const { body } = await api.post('/user/passkeys/options', { password }, token).expect(200);
  return { name: 'My laptop', credential: key.register(body) };
}
/** A passkey of this person. */
async function addedPasskey(token: string) {
  const key = newAuthenticator(api.url);
  const { body } = await api.post('/user/passkeys/add', await newPasskey(token, key), token).expect(201);
  return { key, id: body.id as string };
}
const answered = async ({ key }: { key: ReturnType<typeof newAuthenticator> }) =>
  key.answer((await api.get('/auth/passkey/options').expect(200)).body);

const exampleOf = (schema: Schema) => (schema.examples as Call['body'][])[0];
const signed = (body: string) => createHmac('sha256', SANDBOX_CREDENTIALS.webhookSecret).update(body).digest('hex');

/** A call that the operation accepts. */
async function validCall({ id, body, needsToken, path }: Operation): Promise<Call> {
  const call: Call = { ...(body && { body: exampleOf(body) }), ...(needsToken && { token: person.token }) };
  if (path.includes('{id}')) call.orderId = order;
  if (id === 'signUp') call.body = { email: newEmail(), password };
  if (id === 'logIn') call.body = { email: person.email, password };
  if (id === 'logOut') call.token = (await api.logIn(person.email).expect(200)).body.token;
  if (endsTokens.includes(id)) call.token = (await api.newPerson()).token;
  if (id === 'changeEmail') call.body = { email: newEmail(), password };
  if (id === 'verifyEmail' || id === 'rejectAccount' || id === 'resetPassword') {
    links[id] ??= personWithMail(id);
    call.body = { ...(exampleOf(body as Schema) as object), token: await links[id] };
  }
  if (id === 'logInWithPasskey') call.body = await answered(await addedPasskey((await api.newPerson()).token));
  if (id === 'addPasskey') {
    call.token = (await api.newPerson()).token;
    call.body = await newPasskey(call.token);
  }
  if (id === 'renamePasskey' || id === 'removePasskeys') {
    if (id === 'renamePasskey') call.token = (await api.newPerson()).token;
    const passkey = await addedPasskey(call.token as string);
    call.body = id === 'renamePasskey' ? { id: passkey.id, name: 'Phone' } : { ids: [passkey.id], password };
  }
  if (id === 'verifyPayment' || id === 'returnFromCheckout') call.body = await pay();
  return call;
}

function send({ id, method, path, type: ownType }: Operation, call: Call) {
  const { body, type = ownType || 'application/json', token, orderId = '', query = {} } = call;
  const request = supertest(product.url)
    [method](`/api${path.replace('{id}', orderId)}`)
    .query(query);
  if (token) request.set('authorization', `Bearer ${token}`);
  if (body === undefined) return request;
  const text = typeof body === 'string' ? body : written(body, ownType);
  if (id === 'receivePaymentEvent') request.set('x-razorpay-signature', call.signature ?? signed(text));
  return request.set('content-type', type).send(text);
}

/** @returns what is wrong with the answer; empty where it is a success that the contract documents. */
async function successMisfits(operation: Operation, call: Call) {
  const reply = await send(operation, call);
  delete links[operation.id as keyof typeof links];
  const refused = reply.status < 400 ? [] : [`${reply.status} ${reply.text}`];
  return [...refused, ...replyMisfits(operation, reply)].map((misfit) => `${operation.id}: ${misfit}`);
}

/** @returns what is wrong with the answer; empty where it is this failure as the contract documents it. */
async function failureMisfits(operation: Operation, call: Call, code: string) {
  const { status } = operation.failures.find((failure) => failure.code === code) ?? {};
  const reply = await send(operation, call);
  const { body } = reply;
  const other = reply.status === status && body.code === code ? [] : [`answered ${reply.status} ${body.code}`];
  const type = body.type === `${product.url}/docs/errors#${code}` ? [] : [`has the type ${body.type}`];
  return [...other, ...type, ...replyMisfits(operation, reply)].map((misfit) => `${operation.id} ${code}: ${misfit}`);
}

async function socialToken(how: object) {
  return (await product.sandbox.control<{ access_token: string }>('POST', '/idp/token', how)).access_token;
}

/** A token of a deleted account that had an order. */
async function tokenOfDeleted() {
  const { token } = await api.newPerson();
  await api.claimOrder(await api.newOrder(), token).expect(200);
  await api.post('/user/delete', { password, despitePayment: true }, token).expect(200);
  return token;
}

/** A link to an address that another person took after it was asked for. */
async function linkToTakenAddress() {
  const email = newEmail();
  await api.post('/user/email', { email, password }, (await api.newPerson()).token).expect(202);
  const token = tokenIn(await api.mail(email, /new email address/));
  await api.signUp(email).expect(201);
  return token;
}

/** As many passkeys as there can be. */
async function fillPasskeys(token: string) {
  const { body } = await api.me(token).expect(200);
  await database.query(
    `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, name, rp_id)
     SELECT gen_random_uuid(), $1::uuid, $1::text || n, '', 0, 'x', 'localhost' FROM generate_series(1, 20) n`,
    [body.id],
  );
}

const unknownOrder = 'order_00000000000000';
const inBody = (call: Call, change: Record<string, unknown>): Call => ({
  ...call,
  body: { ...(call.body as Record<string, unknown>), ...change },
});

const emptyIsValid = ['deleteAccount', 'createPasskeyOptions'];

/** How a call is changed so that it fails with this code. */
const failures: Record<string, (call: Call, operation: Operation) => Call | Promise<Call>> = {
  malformed_json: (call) => ({ ...call, body: '{"email":' }),
  invalid_input: (call, { id, method, body, path }) => {
    if (body) return { ...call, body: emptyIsValid.includes(id) ? { password: '' } : {} };
    if (path.includes('{id}')) return { ...call, orderId: 'order-short' };
    return method === 'post' ? { ...call, body: { note: '' } } : { ...call, query: { limit: 0 } };
  },
  payload_too_large: (call, { id }) => ({
    ...call,
    body: ' '.repeat(1024 * (id === 'receivePaymentEvent' ? 257 : 17)),
  }),
  unsupported_media_type: (call) => ({ ...call, body: call.body ?? 'hello', type: 'text/plain' }),
  token_missing: ({ token, ...call }) => call,
  token_invalid: (call) => ({ ...call, token: 'not.a.token' }),
  email_taken: async (call, { id }) =>
    id === 'verifyEmail'
      ? { body: { token: await linkToTakenAddress() } }
      : inBody(call, { email: (id === 'changeEmail' ? stranger : person).email.toUpperCase() }),
  password_refused: (call, { id }) => inBody(call, { [id === 'signUp' ? 'password' : 'newPassword']: 'password123' }),
  credentials_invalid: (call, { id }) =>
    inBody(call, { [id === 'changePassword' ? 'currentPassword' : 'password']: 'not the one' }),
  link_invalid: (call) => inBody(call, { token: 'A'.repeat(43) }),
  login_too_old: async ({ body }) => {
    const iat = Math.floor(Date.now() / 1000) - 700;
    const { ids } = body as { ids?: string[] };
    return { token: await socialToken({ claims: { iat } }), body: ids ? { ids } : {} };
  },
  passkey_refused: (call, { id, body }) => {
    if (id === 'addPasskey') return { ...call, body: exampleOf(body as Schema) };
    if (id !== 'logInWithPasskey')
      return inBody(call, { passkey: exampleOf(contract.components.schemas.PasskeyAnswer) });
    const { response } = call.body as { response: object };
    return inBody(call, { response: { ...response, signature: 'c2lnbmVk' } });
  },
  passkey_unknown: (call, { body }) => ({ ...call, body: exampleOf(body as Schema) }),
  passkey_taken: async (call) => {
    const { key } = await addedPasskey(person.token);
    return { ...call, body: await newPasskey(call.token as string, key) };
  },
  passkey_limit: async ({ body }) => {
    const { token } = await api.newPerson();
    const own = 'credential' in (body as object) ? await newPasskey(token) : body;
    await fillPasskeys(token);
    return { token, body: own };
  },
  payment_in_progress: async (call) => {
    await api.claimOrder(await api.newOrder(), call.token).expect(200);
    return call;
  },
  account_deleted: async (call) => ({ ...call, token: await tokenOfDeleted() }),
  no_password: async (call) => ({ ...call, token: await socialToken({}) }),
  order_not_found: (call, { body }) =>
    body ? inBody(call, { razorpay_order_id: unknownOrder }) : { ...call, orderId: unknownOrder },
  order_not_yours: (call) => ({ ...call, token: stranger.token }),
  signature_invalid: (call, { id }) =>
    id === 'verifyPayment'
      ? inBody(call, { razorpay_signature: '0'.repeat(64) })
      : { ...call, signature: '0'.repeat(64) },
  payment_failed: async (call) => ({ ...call, body: await pay({ outcome: 'failed' }) }),
  payment_mismatch: async (call) => ({ ...call, body: await pay({ amount: 14_999 }) }),
  payment_refunded: async (call) => {
    const { razorpay_payment_id } = call.body as { razorpay_payment_id: string };
    await product.sandbox.control('POST', `/payments/${razorpay_payment_id}/refund`);
    return call;
  },
  provider_refused: async (call) => {
    await fail('createOrder', 400);
    return call;
  },
  provider_unavailable: async (call, { id }) => {
    await fail({ createOrder: 'createOrder', checkOrder: 'fetchOrderPayments' }[id] ?? 'fetchPayment', 500, 2);
    return call;
  },
};
/** Failures of every operation at once: each has a separate test below. */
const general = ['unavailable', 'unexpected', 'too_many_requests'];
/** No call provokes these. `busy` needs a flood: see test/identity/throttle.test.ts. */
const notProvoked = (id: string, code: string) =>
  code === 'busy' ||
  (code === 'unexpected' &&
    ['getConfig', 'getPasskeyOptions', 'getHealth', 'getLiveness', 'getReadiness', 'reportVitals'].includes(id));

const documenting = (code: string) =>
  operations.filter(({ id, failures }) => failures.some((each) => each.code === code) && !notProvoked(id, code));

/** Calls that succeed unless something else is wrong: prepared while nothing is. */
async function validCalls(code: string) {
  const calls: [Operation, Call][] = [];
  for (const operation of documenting(code)) calls.push([operation, await validCall(operation)]);
  return calls;
}

async function generalMisfits(calls: [Operation, Call][], code: string) {
  const misfits: string[] = [];
  for (const [operation, call] of calls) misfits.push(...(await failureMisfits(operation, call, code)));
  return misfits;
}

test('every example of the contract fits its schema', () => {
  const schemas = Object.entries<Schema>(contract.components.schemas);
  const misfits = schemas.flatMap(([name, schema]) =>
    ((schema.examples ?? []) as unknown[]).flatMap((example) =>
      misfitsOf(schema, example).map((misfit) => `${name}: ${misfit}`),
    ),
  );
  expect(misfits).toEqual([]);
});

test('every failure has an example of each of its codes, which fits the schema and the status of the reply', () => {
  const misfits = allOperations.flatMap(({ id, replies, failures }) =>
    failures.flatMap(({ status, code }) => {
      const { schema, examples } = replies[status]?.content?.['application/problem+json'] ?? { schema: {} };
      const { value } = resolve<{ value?: Record<string, unknown> }>(examples?.[code] ?? {});
      const other = value?.status === status && value.code === code ? [] : [`is ${value?.status} ${value?.code}`];
      return [...other, ...misfitsOf(schema, value)].map((misfit) => `${id} ${status} ${code}: ${misfit}`);
    }),
  );
  expect(misfits).toEqual([]);
});

test('every operation accepts the examples of its input, in which order and cursor are unknown', async () => {
  const misfits: string[] = [];
  for (const operation of operations.filter(({ id }) => id !== 'logOut')) {
    const { id, body, needsToken, parameters } = operation;
    const examples = (part: string) =>
      parameters.filter((each) => each.in === part).map((each) => [each.name, each.example]);
    const call: Call = { query: Object.fromEntries(examples('query')), orderId: String(examples('path')[0]?.[1]) };
    if (body) call.body = exampleOf(body);
    if (needsToken) call.token = (endsTokens.includes(id) ? await api.newPerson() : person).token;
    const ofOrder = ['getOrder', 'claimOrder', 'checkOrder', 'verifyPayment'];
    const ofPasskey = {
      passkey_unknown: ['logInWithPasskey', 'renamePasskey', 'removePasskeys'],
      passkey_refused: ['addPasskey'],
    };
    const refused = { order_not_found: ofOrder, link_invalid: usesLink, invalid_input: ['listOrders'], ...ofPasskey };
    const [code] = Object.entries(refused).find(([, ids]) => ids.includes(id)) ?? [];
    misfits.push(...(await (code ? failureMisfits(operation, call, code) : successMisfits(operation, call))));
  }
  expect(misfits).toEqual([]);
});

test('every operation succeeds as documented', async () => {
  const misfits: string[] = [];
  for (const operation of operations) misfits.push(...(await successMisfits(operation, await validCall(operation))));
  expect(misfits).toEqual([]);
});

test('every failure that one call provokes is answered as documented', async () => {
  const misfits: string[] = [];
  for (const [code, change] of Object.entries(failures))
    for (const operation of documenting(code))
      misfits.push(...(await failureMisfits(operation, await change(await validCall(operation), operation), code)));
  expect(misfits).toEqual([]);
});

testOnPostgres('while the database cannot be reached, what needs it answers unavailable', async () => {
  // These use no database: they are unavailable during shutdown only (test/start/shutdown.test.ts).
  const withoutDatabase = ['getConfig', 'getPasskeyOptions', 'getLiveness', 'reportVitals'];
  const calls = (await validCalls('unavailable')).filter(([{ id }]) => !withoutDatabase.includes(id));
  await proxy?.down();
  const misfits = await generalMisfits(calls, 'unavailable');
  await proxy?.up();
  expect(misfits).toEqual([]);
});

testOnPostgres('a defect, such as a missing table, is answered unexpected', async () => {
  const calls = await validCalls('unexpected');
  const tables = ['users', 'orders', 'webhook_events', 'mail_outbox', 'mail_links', 'passkeys'];
  for (const table of tables) await database.query(`ALTER TABLE ${table} RENAME TO ${table}_missing`);
  const misfits = await generalMisfits(calls, 'unexpected');
  for (const table of tables) await database.query(`ALTER TABLE ${table}_missing RENAME TO ${table}`);
  expect(misfits).toEqual([]);
});

test('beyond its limit every operation answers too_many_requests', async () => {
  const calls = await validCalls('too_many_requests');
  await product.server.stop();
  await product.restart({ THROTTLE: 'on' });
  // These succeed once only.
  const repeatable: Record<string, string> = {
    signUp: 'email_taken',
    changePassword: 'credentials_invalid',
    deleteAccount: 'credentials_invalid',
    removePasskeys: 'credentials_invalid',
    resetPassword: 'link_invalid',
    verifyEmail: 'link_invalid',
    rejectAccount: 'link_invalid',
  };
  // What a person calls has one limit: getMe uses it up for log-out too, which also succeeds once only.
  const rank = (id: string) => ['logOut', 'getMe'].indexOf(id);
  const getMeFirst = calls.sort(([a], [b]) => rank(b.id) - rank(a.id));
  const [[getMe] = []] = getMeFirst;
  if (getMe?.id !== 'getMe') throw new Error('getMe is not the first');
  const misfits: string[] = [];
  for (const [operation, valid] of getMeFirst) {
    const change = failures[repeatable[operation.id] ?? ''];
    const call = (await change?.(valid, operation)) ?? valid;
    // It works once only, and has the limit of everything that a person calls.
    const repeated = operation.id === 'logOutEverywhere' ? getMe : operation;
    const isSpent = async () =>
      (await Promise.all(Array.from({ length: 20 }, () => send(repeated, call)))).some(({ status }) => status === 429);
    for (let calls = 0; calls < 700 && !(await isSpent()); calls += 20);
    misfits.push(...(await failureMisfits(operation, call, 'too_many_requests')));
  }
  expect(misfits).toEqual([]);
});

test('every documented failure has a case', () => {
  const cases = [...Object.keys(failures), ...general];
  const documented = operations.flatMap(({ id, failures }) => failures.map(({ code }) => ({ id, code })));
  expect(documented.filter(({ id, code }) => !cases.includes(code) && !notProvoked(id, code))).toEqual([]);
});

test('a path or method that the contract does not have is refused with a problem', async () => {
  const agent = supertest(product.url);
  const problem = contract.components.schemas.Problem;
  const unknown = await agent.get('/api/nowhere').expect(404);
  expect([unknown.body.code, misfitsOf(problem, unknown.body)]).toEqual(['not_found', []]);
  for (const { method, path } of operations)
    for (const other of ['put', 'patch', 'delete', 'options'] as const) {
      const { status, headers, body } = await agent[other](`/api${path.replace('{id}', order)}`);
      const allowed = method === 'get' ? 'GET, HEAD' : 'POST';
      expect([path, other, status, headers.allow]).toEqual([path, other, 405, allowed]);
      expect([path, body.code, misfitsOf(problem, body)]).toEqual([path, 'method_not_allowed', []]);
    }
});
