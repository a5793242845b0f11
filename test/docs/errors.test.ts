import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../support/paths';
import { startProduct, type TestProduct } from '../support/server';
import { built, tableRows } from './built-page';

type Response = { $ref?: string; content?: Record<string, { schema: { allOf?: Part[] } }> };
type Part = { properties?: { code?: { enum: string[] } } };
type Operation = { operationId: string; responses: Record<string, Response> };

const contract = parse(readFileSync(join(projectRoot, 'openapi.yaml'), 'utf8'));
const codes: string[] = contract.components.schemas.ProblemCode.enum;
const operations: Operation[] = Object.values<Record<string, Operation>>(contract.paths).flatMap(Object.values);
const page = built('docs/errors/index.html');

/** The part of the page that explains a code: from its heading to the next. */
const explained = (code: string) =>
  page.match(new RegExp(`id="${code}".*?(?=<h2|</article|guide__next)`, 's'))?.[0] ?? '';

const codesOf = (response: Response): string[] => {
  const name = response.$ref?.split('/').at(-1);
  const { content } = name ? contract.components.responses[name] : response;
  const parts: Part[] = content?.['application/problem+json']?.schema.allOf ?? [];
  return parts.flatMap(({ properties }) => properties?.code?.enum ?? []);
};

const listed = operations.flatMap(({ operationId, responses }) =>
  Object.entries(responses).flatMap(([status, response]) =>
    codesOf(response).map((code) => [code, status, operationId] as const),
  ),
);

describe('/docs/errors', () => {
  it.each(codes)('explains %s, and what to do about it', (code) => {
    expect(explained(code)).toContain('What to do:');
  });

  it('explains nothing that the contract does not have, under the code as it is sent', () => {
    const headings = [...page.matchAll(/<h2 id="([^"]+)"><a href="#[^"]+">([^<]+)/g)];
    expect(headings.map(([, id]) => id)).toEqual(['shape', ...codes]);
    expect(headings.slice(1).map(([, , text]) => text)).toEqual(codes);
  });

  it('names every operation that may answer a code, with its status', () => {
    expect(listed.length).toBeGreaterThan(60);
    const missing = listed.filter(
      ([code, status, operation]) => !explained(code).includes(status) || !explained(code).includes(`>${operation}<`),
    );
    expect(missing).toEqual([]);
  });

  it('says of a verification which codes are final, and the verification guide says the same', () => {
    const final: string[] = contract.components.schemas.VerificationFinalCode.enum;
    expect(codes.filter((code) => explained(code).includes('Final for'))).toEqual(
      codes.filter((code) => final.includes(code)),
    );
    expect(tableRows('/docs/verification', 'Final codes of a verification').map(([code]) => code)).toEqual(final);
  });
});

describe('a problem of the running API', () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await startProduct();
  });
  afterAll(() => product?.close());

  it.each([
    ['POST', '/user/order', '{"amount": 1}'],
    ['POST', '/user/verify', '{}'],
    ['GET', '/nowhere', undefined],
  ])('%s %s: its type leads to the paragraph of its code', async (method, path, body) => {
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(`${product.url}/api${path}`, { method, headers: body ? headers : {}, body });
    const problem = (await reply.json()) as { type: string; code: string };
    const { pathname, hash } = new URL(problem.type, product.url);
    const html = await (await fetch(product.url + pathname)).text();
    expect([pathname, hash]).toEqual(['/docs/errors', `#${problem.code}`]);
    expect(html).toContain(`id="${problem.code}"`);
  });
});
