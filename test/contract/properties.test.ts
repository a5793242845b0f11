import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parse } from 'yaml';
import { projectRoot } from '../support/paths';
import { startProduct, type TestProduct } from '../support/server';
import { fitting, nearlyFitting, resolveIn } from './arbitrary';

const contract = parse(readFileSync(join(projectRoot, 'openapi.yaml'), 'utf8'));
const resolve = resolveIn(contract);
type Raw = {
  operationId: string;
  requestBody?: { content: Record<string, { schema: object }> };
  parameters?: object[];
  responses: object;
};
const operations = Object.entries<Record<string, Raw>>(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, raw]) => ({ id: raw.operationId, method: method.toUpperCase(), path, raw })),
);

let product: TestProduct;
let token: string;

beforeAll(async () => {
  product = await startProduct();
  const account = JSON.stringify({ email: 'asha@lab.example', password: 'nine tall mango trees' });
  const post = (path: string) =>
    fetch(`${product.url}/api${path}`, {
      method: 'POST',
      body: account,
      headers: { 'content-type': 'application/json' },
    });
  await post('/auth/signup');
  token = ((await (await post('/auth/login')).json()) as { token: string }).token;
});
afterAll(() => product.close());

/** The server itself turns a reply that does not fit the contract into 500, so one check covers both. */
describe('whatever a client sends, no answer is a 5xx and every answer fits the contract', () => {
  it.each(operations)('$id', async ({ method, path, raw, id }) => {
    const schema = Object.values(raw.requestBody?.content ?? {})[0]?.schema;
    const good = schema ? fitting(schema as never, resolve) : fc.constant(undefined);
    const bodies = schema ? fc.oneof(good, nearlyFitting(good)) : good;
    const ids = fc.oneof(
      fc.stringMatching(/^order_[A-Za-z0-9]{14}$/),
      fc.webSegment().filter((segment) => !/^\.*$/.test(segment)),
    );
    const queries = fc.oneof(
      fc.constant(''),
      fc.webQueryParameters().map((query) => `?${query}`),
      fc.integer().map((n) => `?limit=${n}`),
    );
    await fc.assert(
      fc.asyncProperty(bodies, ids, queries, fc.boolean(), async (body, segment, query, signedIn) => {
        const authorized = signedIn && id !== 'logOut';
        const headers = {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(authorized && { authorization: `Bearer ${token}` }),
        };
        const address = `${product.url}/api${path.replace('{id}', segment)}${method === 'GET' ? query : ''}`;
        const reply = await fetch(address, {
          method,
          headers,
          body: body === undefined ? undefined : JSON.stringify(body),
        });
        await reply.arrayBuffer();
        expect(reply.status).toBeLessThan(500);
        expect([...Object.keys(raw.responses), '404']).toContain(String(reply.status));
      }),
      { numRuns: 40, seed: 150 },
    );
  });
});
