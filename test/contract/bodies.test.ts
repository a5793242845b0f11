import { type Api, apiOf } from '../support/api';
import { sharedProduct } from '../support/shared-product';
import { formType, type Operation, operations, replyMisfits } from './contract';

const api: Api = apiOf(sharedProduct);
let person: { email: string; token: string };
let order: string;
beforeAll(async () => {
  person = await api.newPerson();
  order = await api.newOrder();
  await api.claimOrder(order, person.token).expect(200);
});

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream;
const json = 'application/json';
const multipart = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n';
/** Body and headers by name. A stream is sent in chunks, without a length. */
const nothing: Record<string, () => [Body, Record<string, string>]> = {
  'an empty form': () => ['', { 'content-type': formType }],
  'an empty text': () => ['', { 'content-type': 'text/plain;charset=UTF-8' }],
  'an empty body of an unknown type': () => ['', { 'content-type': 'application/x-nothing' }],
  'no chunks': () => [new Blob([]).stream(), { 'content-type': 'multipart/form-data; boundary=x' }],
  'compressed nothing': () => ['', { 'content-type': json, 'content-encoding': 'gzip' }],
  'an empty object': () => ['{}', { 'content-type': json }],
};
const something: typeof nothing = {
  'a form': () => ['a=b', { 'content-type': formType }],
  'a text': () => ['hello', { 'content-type': 'text/plain' }],
  'a multipart form': () => [multipart, { 'content-type': 'multipart/form-data; boundary=x' }],
  'broken JSON': () => ['{"a":', { 'content-type': json }],
  'an unknown field': () => ['{"a":1}', { 'content-type': json }],
  'bytes of no type': () => [new Uint8Array([0, 1, 2]), {}],
};

/** Calls that succeed use up their token. */
const tokenFor = async ({ id }: Operation) => (/^logOut/.test(id) ? (await api.newPerson()).token : person.token);

async function send(operation: Operation, path: string, init: RequestInit & { duplex?: 'half' }) {
  const { method, needsToken } = operation;
  const headers = { ...init.headers, ...(needsToken && { authorization: `Bearer ${await tokenFor(operation)}` }) };
  const sent = { ...init, method: method.toUpperCase(), headers, redirect: 'manual' as const };
  const reply = await fetch(`${sharedProduct.url}/api${path}`, sent);
  return { status: reply.status, headers: Object.fromEntries(reply.headers), text: await reply.text() };
}

test('each of twelve bodies is answered as documented, by operations that expect another one or none', async () => {
  const bodies = { ...nothing, ...something };
  const wrong: string[] = [];
  for (const operation of operations.filter(({ method }) => method === 'post'))
    for (const [name, make] of Object.entries(bodies)) {
      const [body, headers] = make();
      const answer = await send(operation, operation.path.replace('{id}', order), { body, headers, duplex: 'half' });
      const isFine =
        operation.body || (name in nothing ? answer.status < 300 : answer.status === 400 || answer.status === 415);
      const misfits = [...replyMisfits(operation, answer), ...(isFine ? [] : [`answered ${answer.status}`])];
      wrong.push(...misfits.map((misfit) => `${operation.id}, ${name}: ${misfit}`));
    }
  expect(wrong).toEqual([]);
  expect(Object.keys(bodies)).toHaveLength(12);
});

test('an order id of any length is answered as documented', async () => {
  const wrong: string[] = [];
  for (const operation of operations.filter(({ path }) => path.includes('{id}')))
    for (const length of [1, 14, 94, 95, 101, 500, 8_000, 15_000])
      for (const id of [`order_${'a'.repeat(length)}`, '%C3%A9'.repeat(length / 6), '0'.repeat(length)]) {
        const answer = await send(operation, operation.path.replace('{id}', id || 'x'), {});
        const code = /"code":"(\w+)"/.exec(answer.text)?.[1];
        const isFine = ['400 invalid_input', '404 order_not_found'].includes(`${answer.status} ${code}`);
        if (!isFine || replyMisfits(operation, answer).length)
          wrong.push(`${operation.id} ${id.length}: ${answer.status} ${code}`);
      }
  expect(wrong).toEqual([]);
});
