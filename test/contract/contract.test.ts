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

/** The request of an operation. */
interface Call {
  body?: Record<string, unknown> | string;
  type?: string;
  token?: string;
  /** The order in the path. */
  orderId?: string;
  query?: Record<string, unknown>;
  /** The signature of an event; by default a valid one. */
  signature?: string;
}

/** A successful call of each operation. */
const prepared = new Map<Operation, Call>();
const callOf = (operation: Operation) => prepared.get(operation) as Call;

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
  for (const operation of operations) prepared.set(operation, await validCall(operation));
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
const newToken = async () => (await api.newPerson()).token;

/** The token of the link in an email to a new person. */
async function linkToken(subject: RegExp) {
  const { email } = await api.newPerson();
  if (!subject.test('Confirm')) await api.post('/auth/password/reset-request', { email }).expect(202);
  return tokenIn(await api.mail(email, subject));
}

/** A challenge to add a passkey, answered. */
async function newPasskey(token: string, key = newAuthenticator(api.url)) {
  const { body } = await api.post('/user/passkeys/options', { password }, token).expect(200);
  return { name: 'My laptop', credential: key.register(body) };
}
/** A passkey of this user for another host. With one for this host, the password would not be enough. */
async function addedPasskey(token: string, key = newAuthenticator(api.url)): Promise<string> {
  const { id } = (await api.post('/user/passkeys/add', await newPasskey(token, key), token).expect(201)).body;
  await database.query("UPDATE passkeys SET rp_id = 'old.example' WHERE id = $1", [id]);
  return id;
}
async function passkeyAnswer() {
  const key = newAuthenticator(api.url);
  await addedPasskey(await newToken(), key);
  return key.answer((await api.get('/auth/passkey/options').expect(200)).body);
}

const exampleOf = (schema: Schema) => (schema.examples as Call['body'][])[0];
const signed = (body: string) => createHmac('sha256', SANDBOX_CREDENTIALS.webhookSecret).update(body).digest('hex');

/** These operations end the caller's tokens or add to the caller's data. */
const needOwnCaller = [
  ...['changePassword', 'logOut', 'logOutEverywhere', 'deleteAccount'],
  ...['addPasskey', 'renamePasskey', 'removePasskeys'],
];

/** Bodies that succeed where the contract's example names something that does not exist. */
const validBodies: Record<string, (token: string) => object | Promise<object>> = {
  signUp: () => ({ email: newEmail(), password }),
  logIn: () => ({ email: person.email, password }),
  changeEmail: () => ({ email: newEmail(), password }),
  verifyEmail: async () => ({ token: await linkToken(/Confirm/) }),
  rejectAccount: async () => ({ token: await linkToken(/Confirm/) }),
  resetPassword: async () => ({ token: await linkToken(/new NovaCore password/), newPassword: password }),
  logInWithPasskey: passkeyAnswer,
  addPasskey: (token) => newPasskey(token),
  renamePasskey: async (token) => ({ id: await addedPasskey(token), name: 'Phone' }),
  removePasskeys: async (token) => ({ ids: [await addedPasskey(token)], password }),
  verifyPayment: () => pay(),
  returnFromCheckout: () => pay(),
};

async function validCall({ id, body, needsToken, path }: Operation): Promise<Call> {
  const token = needOwnCaller.includes(id) ? await newToken() : person.token;
  const valid = (await validBodies[id]?.(token)) ?? (body && exampleOf(body));
  return {
    ...(valid && { body: valid as Call['body'] }),
    ...(needsToken && { token }),
    ...(path.includes('{id}') && { orderId: order }),
  };
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

/** @returns what is wrong with the answer; empty where it is this failure as the contract documents it. */
function failureMisfits(operation: Operation, reply: supertest.Response, code: string) {
  const { status } = operation.failures.find((failure) => failure.code === code) ?? {};
  const { body } = reply;
  const other = reply.status === status && body.code === code ? [] : [`answered ${reply.status} ${body.code}`];
  const type = body.type === `${product.url}/docs/errors#${code}` ? [] : [`has the type ${body.type}`];
  return [...other, ...type, ...replyMisfits(operation, reply)].map((misfit) => `${operation.id} ${code}: ${misfit}`);
}

async function socialToken(how: object) {
  return (await product.sandbox.control<{ access_token: string }>('POST', '/idp/token', how)).access_token;
}

/** A token of an account that has an order. */
async function tokenOfPayer() {
  const token = await newToken();
  await api.claimOrder(await api.newOrder(), token).expect(200);
  return token;
}
let deletedPayer: string | undefined;
async function deletedAccount() {
  const token = await tokenOfPayer();
  await api.post('/user/delete', { password, despitePayment: true }, token).expect(200);
  return token;
}

/** A link to confirm an address that someone else has taken since. */
async function linkToTakenAddress() {
  const email = newEmail();
  await api.post('/user/email', { email, password }, await newToken()).expect(202);
  const token = tokenIn(await api.mail(email, /new email address/));
  await api.signUp(email).expect(201);
  return token;
}

/** Adds passkeys up to the limit. */
async function fillPasskeys(token: string) {
  const { body } = await api.me(token).expect(200);
  await database.query(
    `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, name, rp_id)
     SELECT gen_random_uuid(), $1::uuid, $1::text || n, '', 0, 'x', 'old.example' FROM generate_series(1, 20) n`,
    [body.id],
  );
}

const unknownOrder = 'order_00000000000000';
const inBody = (call: Call, change: Record<string, unknown>): Call => ({
  ...call,
  body: { ...(call.body as Record<string, unknown>), ...change },
});

const emptyIsValid = ['deleteAccount', 'createPasskeyOptions'];

/** Changes a call so that it fails with this code. */
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
    const key = newAuthenticator(api.url);
    await addedPasskey(person.token, key);
    return { ...call, body: await newPasskey(call.token as string, key) };
  },
  passkey_limit: async ({ body }) => {
    const token = await newToken();
    const own = 'credential' in (body as object) ? await newPasskey(token) : body;
    await fillPasskeys(token);
    return { token, body: own };
  },
  payment_in_progress: async (call) => ({ ...call, token: await tokenOfPayer() }),
  account_deleted: async (call) => {
    deletedPayer ??= await deletedAccount();
    return { ...call, token: deletedPayer };
  },
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
    const body = await pay();
    await product.sandbox.control('POST', `/payments/${body.razorpay_payment_id}/refund`);
    return { ...call, body };
  },
  provider_refused: (call) => afterFault(call, 'createOrder', 400),
  provider_unavailable: (call, { id }) =>
    afterFault(call, { createOrder: 'createOrder', checkOrder: 'fetchOrderPayments' }[id] ?? 'fetchPayment', 500, 2),
};
async function afterFault(call: Call, operation: string, status: number, times = 1) {
  await product.sandbox.control('POST', '/faults', { match: { operation }, times, do: { kind: 'status', status } });
  return call;
}

/** Failures that every operation shares. Each has a separate test below. */
const general = ['unavailable', 'unexpected', 'too_many_requests'];
/** No single call provokes these. test/identity/limits.test.ts has a flood for `busy`. */
const notProvoked = (id: string, code: string) =>
  code === 'busy' ||
  (code === 'unexpected' &&
    ['getConfig', 'getPasskeyOptions', 'getHealth', 'getLiveness', 'getReadiness', 'reportVitals'].includes(id));

const documenting = (code: string) =>
  operations.filter(({ id, failures }) => failures.some((each) => each.code === code) && !notProvoked(id, code));

async function generalMisfits(code: string, except: string[] = []) {
  const misfits: string[] = [];
  for (const operation of documenting(code).filter(({ id }) => !except.includes(id)))
    misfits.push(...failureMisfits(operation, await send(operation, callOf(operation)), code));
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

test('every failure that one call provokes is answered as documented', async () => {
  const misfits: string[] = [];
  for (const [code, change] of Object.entries(failures))
    for (const operation of documenting(code)) {
      const reply = await send(operation, await change(callOf(operation), operation));
      misfits.push(...failureMisfits(operation, reply, code));
    }
  expect(misfits).toEqual([]);
});

testOnPostgres('while the database cannot be reached, what needs it answers unavailable', async () => {
  // These use no database. They are unavailable only during shutdown (test/start/shutdown.test.ts).
  const withoutDatabase = ['getConfig', 'getPasskeyOptions', 'getLiveness', 'reportVitals'];
  await proxy?.down();
  const misfits = await generalMisfits('unavailable', withoutDatabase);
  await proxy?.up();
  expect(misfits).toEqual([]);
});

testOnPostgres('a defect, such as a missing table, is answered unexpected', async () => {
  const tables = ['users', 'orders', 'webhook_events', 'mail_outbox', 'mail_links', 'passkeys'];
  for (const table of tables) await database.query(`ALTER TABLE ${table} RENAME TO ${table}_missing`);
  const misfits = await generalMisfits('unexpected');
  for (const table of tables) await database.query(`ALTER TABLE ${table}_missing RENAME TO ${table}`);
  expect(misfits).toEqual([]);
});

test('every operation succeeds as documented', async () => {
  const misfits: string[] = [];
  for (const operation of operations) {
    const reply = await send(operation, callOf(operation));
    const refused = reply.status < 400 ? [] : [`${reply.status} ${reply.text}`];
    misfits.push(...[...refused, ...replyMisfits(operation, reply)].map((misfit) => `${operation.id}: ${misfit}`));
  }
  expect(misfits).toEqual([]);
});

testOnPostgres('beyond its limit every operation answers too_many_requests', async () => {
  // The first call uses up each limit that is counted in the database.
  await database.query(`
    CREATE FUNCTION use_up() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.points := 1000; RETURN NEW; END';
    CREATE TRIGGER use_up BEFORE INSERT OR UPDATE ON throttle_counters FOR EACH ROW EXECUTE FUNCTION use_up()`);
  await product.server.stop();
  await product.restart({ THROTTLE: 'on' });
  const misfits: string[] = [];
  // The limit per person is counted in memory. getMe uses it up, because it always succeeds.
  const isNotGetMe = ({ id }: Operation) => Number(id !== 'getMe');
  for (const operation of documenting('too_many_requests').sort((a, b) => isNotGetMe(a) - isNotGetMe(b))) {
    const call = { ...callOf(operation), ...(operation.needsToken && { token: person.token }) };
    let reply = await send(operation, call);
    // On a busy machine the limit's minute may end before it is used up.
    for (let calls = 0; reply.status !== 429 && calls < 5_000; calls += 50) {
      const replies = await Promise.all(Array.from({ length: 50 }, () => send(operation, call)));
      reply = replies.find(({ status }) => status === 429) ?? reply;
    }
    misfits.push(...failureMisfits(operation, reply, 'too_many_requests'));
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
  const { body } = await agent.get('/api/nowhere').expect(404);
  expect([body.code, misfitsOf(problem, body)]).toEqual(['not_found', []]);
  for (const { method, path } of operations)
    for (const other of ['put', 'options'] as const) {
      const { headers, body } = await agent[other](`/api${path.replace('{id}', order)}`);
      const allowed = method === 'get' ? 'GET, HEAD' : 'POST';
      expect([path, body.status, body.code, headers.allow]).toEqual([path, 405, 'method_not_allowed', allowed]);
      expect(misfitsOf(problem, body)).toEqual([]);
    }
});
