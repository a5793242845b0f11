import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { contract } from '../contract/contract';
import { projectRoot } from '../support/paths';

// biome-ignore lint/suspicious/noExplicitAny: the tests change a document of any shape
type Document = any;
type Change = (document: Document) => unknown;

const copyOf = (document: Document): Document => JSON.parse(JSON.stringify(document));

/** Releases the contract as 1.0, then compares the changed one with that release, as `npm run check` does. */
const program = `
import { renameSync, writeFileSync } from 'node:fs';
import { checkCompatible, publishedContract } from './scripts/lib/contract.mjs';
const released = await publishedContract();
released.info.version = '1.0.0';
writeFileSync('contract/releases/1.0.yaml', JSON.stringify(released));
renameSync('changed.yaml', 'openapi.yaml');
await checkCompatible(await publishedContract());`;

function check(...changes: Change[]) {
  const folder = mkdtempSync(join(tmpdir(), 'novacore-releases-'));
  const changed = copyOf(contract);
  for (const change of [versioned('1.0.0'), ...changes]) change(changed);
  for (const part of ['scripts', 'packages/contract', 'openapi.yaml'])
    cpSync(join(projectRoot, part), join(folder, part), { recursive: true });
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'contract/releases'), { recursive: true });
  writeFileSync(join(folder, 'changed.yaml'), stringify(changed));
  writeFileSync(join(folder, 'check.mjs'), program);
  const { status, stderr } = spawnSync(process.execPath, ['check.mjs'], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return { status, stderr };
}

const schemas = (document: Document) => document.components.schemas;
const breaking: Record<string, Change> = {
  'path-removed: Path `/user/export`': ({ paths }) => delete paths['/user/export'],
  "operation-id-changed: `operationId` of operation `GET /user/me` changed from 'getMe'": ({ paths }) =>
    (paths['/user/me'].get.operationId = 'getProfile'),
  'token-required: POST /user/order': ({ paths }) => delete paths['/user/order'].post.security,
  'required-properties-added: Properties of `OrderRequest` became required: `note`': (document) => {
    schemas(document).OrderRequest.properties.note = { type: 'string' };
    schemas(document).OrderRequest.required.push('note');
  },
  'request-body-added: required (POST /auth/logout': ({ paths }) =>
    (paths['/auth/logout'].post.requestBody = copyOf(paths['/user/order'].post.requestBody)),
  'schema-constraint-changed: `maxLength` of `password`': (document) => (schemas(document).NewPassword.maxLength = 64),
  'response-removed: Response `502`': ({ paths }) => delete paths['/user/order'].post.responses['502'],
  'property-removed: Property `receipt` of `PayerOrder`': (document) =>
    delete schemas(document).PayerOrder.properties.receipt,
  "schema-type-changed: Type of `amountRefundedPaise` widened from 'integer' to 'string'": (document) =>
    (schemas(document).PayerPayment.properties.amountRefundedPaise.type = 'string'),
  'request-default-changed: 20 to 5 (GET /user/orders, parameters': ({ paths }) =>
    (paths['/user/orders'].get.parameters[0].schema.default = 5),
  'reply-enum-values-removed: AUTHORIZED (OrderStatus)': (document) => schemas(document).OrderStatus.enum.splice(1, 1),
};
const harmless: Change[] = [
  (document) => (schemas(document).OrderRequest.properties.note = { type: 'string' }),
  (document) => {
    schemas(document).PayerOrder.properties.note = { type: 'string' };
    schemas(document).PayerOrder.required.push('note');
  },
  (document) => schemas(document).ProblemCode.enum.push('too_late'),
];
const patch = '1.0.1';
const nextMinor = '1.1.0';
const nextMajor = '2.0.0';
const versioned =
  (version: string): Change =>
  ({ info }) =>
    (info.version = version);

test('eleven breaking changes are rejected by name', () => {
  const { status, stderr } = check(...Object.values(breaking));
  expect(Object.keys(breaking).filter((name) => !stderr.includes(name))).toEqual([]);
  expect([Object.keys(breaking).length, status]).toEqual([11, 1]);
});

test('new fields, a new error code and a lower limit need a new minor version, breaks a new major one, texts neither', () => {
  const lower: Change = ({ paths }) => (paths['/auth/login'].post['x-rate-limits'][0].calls = 10);
  const { status, stderr } = check(...harmless, lower, versioned(patch));
  const named = ['OrderRequest, note', 'PayerOrder, note', 'ProblemCode: too_late', 'fewer calls, login_address'];
  expect([status, named.filter((name) => !stderr.includes(name))]).toEqual([1, []]);
  expect(check(...harmless, lower, versioned(nextMinor))).toMatchObject({ status: 0 });
  expect(check(...Object.values(breaking), versioned(nextMajor))).toMatchObject({ status: 0 });
  const text: Change = ({ paths }) => (paths['/user/order'].post.description = 'Another text.');
  expect(check(text, versioned(patch))).toMatchObject({ status: 0 });
});

test('a request that may hold more than before is an addition, unless a reply has the same schema', () => {
  const amount = (document: Document) => schemas(document).OrderRequest.properties.amount;
  const values =
    (rules: object): Change =>
    (document) => {
      delete amount(document).const;
      Object.assign(amount(document), rules);
    };
  const wider = check(values({ minimum: 150, enum: [150, 300] }), versioned('1.0.1'));
  expect(wider.stderr).toMatch(/need a new minor version:\n {2}OrderRequest, amount: more than 150\n/);
  expect(check(values({ enum: [150] }), versioned('1.1.0'))).toMatchObject({ status: 0 });
  const success = (document: Document) => schemas(document).SignUpReply.properties.success;
  const reply: Change = (document) => {
    delete success(document).const;
    success(document).enum = [true, false];
  };
  const { stderr } = check(values({ minimum: 200 }), reply, versioned('1.1.0'));
  const named = ["Lower bound of `amount` was set to '>= 200'", '`const` of `success` was removed'];
  expect(named.filter((name) => !stderr.includes(name))).toEqual([]);
});

test('more forms of an id that clients only pass on are an addition; fewer, and more of another text, are breaks', () => {
  const pattern =
    (name: string, value: string, opaque = true): Change =>
    (document) =>
      Object.assign(schemas(document)[name], { pattern: value, 'x-opaque': opaque });
  const named = (...changes: Change[]) => {
    const { stderr } = check(...changes, versioned(patch));
    return [...stderr.matchAll(/`pattern` .* \((\w+), pattern\)|(\w+): ids of other forms/g)].map(([, a, b]) => a ?? b);
  };
  const more = pattern('PaymentId', '^pay_[A-Za-z0-9_-]{1,100}$');
  expect(named(more)).toEqual(['PaymentId']);
  expect(named(more, pattern('OrderId', '^order_[A-Za-z0-9_-]{1,100}$', false))).toEqual(['OrderId']);
  const fewer = [pattern('PaymentId', '^pay_[A-Za-z0-9_-]{1,59}$'), pattern('OrderId', '^order_[A-Za-z0-9_]{1,60}$')];
  expect(named(...fewer).sort()).toEqual(['OrderId', 'PaymentId']);
});

test('a tighter limit is found under another name, where there was none, by what it counts and in what it shares', () => {
  const [login, order, config] = ['POST /auth/login', 'POST /user/order', 'GET /config'];
  const set =
    (name: string, ...changed: object[]): Change =>
    ({ paths }) => {
      const [method = '', path = ''] = name.split(' ');
      paths[path][method.toLowerCase()]['x-rate-limits'] = changed;
    };
  const tighter: [string, Change][] = [
    [`${order}: fewer calls, orders`, set(order, { name: 'orders', calls: 30, seconds: 60, by: 'address' })],
    [`${config}: fewer calls, config`, set(config, { name: 'config', calls: 600, seconds: 60, by: 'address' })],
    [
      'POST /user/verify: fewer calls, verify',
      ({ paths }) => {
        paths['/user/verify'].post['x-rate-limits'][0].by = 'address';
      },
    ],
    [
      `${login}: fewer calls, login_account`,
      ({ paths }) => delete paths['/auth/login'].post['x-rate-limits'][1].ignoresRefused,
    ],
    [
      'POST /auth/email/verify: fewer calls, reset',
      set('POST /auth/email/verify', { name: 'reset', calls: 30, seconds: 60, by: 'address' }),
    ],
    [
      'GET /user/export: fewer calls, export',
      set('GET /user/export', { name: 'export', calls: 1, seconds: 1, by: 'address and user' }),
    ],
  ];
  const { status, stderr } = check(...tighter.map(([, change]) => change), versioned('1.0.1'));
  expect([status, tighter.map(([name]) => name).filter((name) => !stderr.includes(name))]).toEqual([1, []]);
  const looser = [
    set(order, { name: 'orders', calls: 60, seconds: 60, by: 'address' }),
    set('POST /user/verify', { name: 'verify', calls: 60, seconds: 60, by: 'address and user' }),
    set('GET /user/export'),
    set('POST /auth/email/verify', { name: 'verify_email', calls: 30, seconds: 30, by: 'address' }),
  ];
  expect(check(...looser, versioned('1.0.1'))).toMatchObject({ status: 0, stderr: '' });
});
