import { spawnSync } from 'node:child_process';
import { contract } from '../contract/contract';
import { projectRoot } from '../support/paths';

// biome-ignore lint/suspicious/noExplicitAny: the tests change a document of any shape
type Document = any;
type Change = (document: Document) => unknown;

const copyOf = (document: Document): Document => structuredClone(document);

const program = `
import { json } from 'node:stream/consumers';
import { checkCompatible } from './scripts/lib/contract.mjs';
const { changed, released } = await json(process.stdin);
await checkCompatible(changed, released);`;

/** Compares the changed contract, as this version, with the contract released as 1.0.0, as `npm run check` does. */
function check(version: string, ...changes: Change[]) {
  const [released, changed] = [copyOf(contract), copyOf(contract)];
  released.info.version = '1.0.0';
  changed.info.version = version;
  for (const change of changes) change(changed);
  const options = { cwd: projectRoot, encoding: 'utf8' as const, input: JSON.stringify({ changed, released }) };
  return spawnSync(process.execPath, ['--input-type', 'module', '--eval', program], options);
}

const [patch, nextMinor, nextMajor] = ['1.0.1', '1.1.0', '2.0.0'] as const;

const schemas = (document: Document) => document.components.schemas;
const breaking: Record<string, Change> = {
  'path-removed: Path `/user/export`': ({ paths }) => delete paths['/user/export'],
  'token-required: POST /user/order': ({ paths }) => delete paths['/user/order'].post.security,
  'request-body-added: required (/auth/logout': ({ paths }) =>
    (paths['/auth/logout'].post.requestBody = copyOf(paths['/user/order'].post.requestBody)),
  'request-default-changed: 20 to 5 (/user/orders, get, parameters': ({ paths }) =>
    (paths['/user/orders'].get.parameters[0].schema.default = 5),
  'reply-enum-values-removed: AUTHORIZED (OrderStatus)': (document) => schemas(document).OrderStatus.enum.splice(1, 1),
  'schema-removed: PayerOrderPage': (document) => {
    const { PayerOrderPage, ...others } = schemas(document);
    document.components.schemas = { ...others, Orders: PayerOrderPage };
    const list = document.paths['/user/orders'].get.responses['200'].content['application/json'];
    list.schema = { $ref: '#/components/schemas/Orders' };
  },
};
const added: Record<string, Change> = {
  'GET /user/profile': ({ paths }) => {
    const { get } = copyOf(paths['/user/me']);
    paths['/user/profile'] = { get: { ...get, operationId: 'getProfile' } };
  },
  'OrderRequest, note': (document) => (schemas(document).OrderRequest.properties.note = { type: 'string' }),
  'PayerOrder, note': (document) => {
    schemas(document).PayerOrder.properties.note = { type: 'string' };
    schemas(document).PayerOrder.required.push('note');
  },
  'ProblemCode: too_late': (document) => schemas(document).ProblemCode.enum.push('too_late'),
  'POST /auth/login: rate limits': ({ paths }) => (paths['/auth/login'].post['x-rate-limits'][0].calls = 10),
};

test('breaking changes are rejected by name, unless the major version is new', () => {
  const { status, stderr } = check(nextMinor, ...Object.values(breaking));
  expect(Object.keys(breaking).filter((name) => !stderr.includes(name))).toEqual([]);
  expect(status).toBe(1);
  expect(check(nextMajor, ...Object.values(breaking))).toMatchObject({ status: 0 });
});

test('new operations, fields, codes and rate limits need a new minor version, texts do not', () => {
  const { status, stderr } = check(patch, ...Object.values(added));
  expect(Object.keys(added).filter((name) => !stderr.includes(`\n  ${name}\n`))).toEqual([]);
  expect(status).toBe(1);
  expect(check(nextMinor, ...Object.values(added))).toMatchObject({ status: 0 });
  const text: Change = ({ paths }) => (paths['/user/order'].post.description = 'Another text.');
  expect(check(patch, text)).toMatchObject({ status: 0 });
});
