import fc from 'fast-check';
import { apiOf } from '../support/api';
import { sharedProduct } from '../support/shared-product';
import { fitting, nearlyFitting } from './arbitrary';
import { operations, replyMisfits, written } from './contract';

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
