import fc, { type Arbitrary } from 'fast-check';
import { apiOf } from '../support/api';
import { sharedProduct } from '../support/shared-product';
import { operations, replyMisfits, resolve, type Schema, written } from './contract';

interface Keywords {
  const?: unknown;
  enum?: unknown[];
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
}

function text({ format, pattern, minLength = 0, maxLength = 64 }: Keywords): Arbitrary<string> {
  if (format === 'email') return fc.stringMatching(/^[a-z0-9]{1,12}@[a-z0-9]{1,12}\.example$/);
  if (format === 'uuid') return fc.uuid();
  if (pattern && !pattern.includes('\\u')) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 64), unit: 'grapheme-ascii' });
}

/** Values that fit a schema of the contract (the part of JSON Schema that its inputs use). */
function fitting(schema: Schema): Arbitrary<unknown> {
  const keywords = resolve<Keywords>(schema);
  const { type, properties = {}, required = [], minimum: min = 0, maximum: max = 1_000_000 } = keywords;
  if (keywords.const !== undefined) return fc.constant(keywords.const);
  if (keywords.enum) return fc.constantFrom(...keywords.enum);
  if (type === 'string') return text(keywords);
  if (type === 'integer') return fc.integer({ min, max });
  if (type === 'number') return fc.double({ min, max, noNaN: true });
  if (type === 'boolean') return fc.boolean();
  if (type !== 'object') return fc.jsonValue();
  const fields = Object.entries(properties).map(([key, value]) => [key, fitting(value)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required });
}

/** Objects that nearly fit: a field is missing, of another type, or the whole is something else. */
const nearlyFitting = (good: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc
    .tuple(good, fc.jsonValue(), fc.constantFrom('drop', 'replace', 'whole'), fc.nat())
    .map(([value, junk, change, at]) => {
      if (change === 'whole' || typeof value !== 'object' || value === null) return junk;
      const keys = Object.keys(value);
      const key = keys[at % Math.max(1, keys.length)] ?? 'x';
      return Object.fromEntries(
        Object.entries({ ...value, [key]: junk }).filter(([name]) => change === 'replace' || name !== key),
      );
    });

let token: string;
beforeAll(async () => {
  token = (await apiOf(sharedProduct).newPerson()).token;
});

const ids = fc.oneof(
  fc.stringMatching(/^order_[A-Za-z0-9_-]{1,60}$/),
  fc.webSegment().filter((segment) => !/^\.*$/.test(segment)),
);
const endsTokens = ['logOut', 'logOutEverywhere', 'deleteAccount'];
const queries = fc.oneof(
  fc.constant(''),
  fc.webQueryParameters().map((query) => `?${query}`),
  fc.integer().map((n) => `?limit=${n}`),
);

describe('whatever a client sends, the answer is documented and never a 5xx', () => {
  test.each(operations)('$id', async (operation) => {
    const { id, method, path, type, body: schema } = operation;
    const good = schema ? fitting(schema) : fc.constant(undefined);
    const bodies = schema ? fc.oneof(good, nearlyFitting(good)) : good;
    const answers = async (body: unknown, segment: string, query: string, signedIn: boolean) => {
      const headers = {
        ...(body !== undefined && { 'content-type': type }),
        ...(signedIn && !endsTokens.includes(id) && { authorization: `Bearer ${token}` }),
      };
      const address = path.replace('{id}', segment) + (method === 'get' ? query : '');
      const sent = body === undefined ? body : written(body, type);
      const url = `${sharedProduct.url}/api${address}`;
      const reply = await fetch(url, { method: method.toUpperCase(), headers, body: sent, redirect: 'manual' });
      expect(reply.status).toBeLessThan(500);
      const { status } = reply;
      const answer = { status, headers: Object.fromEntries(reply.headers), text: await reply.text() };
      expect(replyMisfits(operation, answer)).toEqual([]);
    };
    const property = fc.asyncProperty(bodies, ids, queries, fc.boolean(), answers);
    await fc.assert(property, { numRuns: 10, seed: 150 });
  });
});
