import { contract, operations } from '../contract/contract';
import { built, tableRows } from './built-page';

const published = operations.filter(({ isInternal }) => !isInternal);
const codes: string[] = contract.components.schemas.ProblemCode.enum;

describe('/docs/errors', () => {
  const page = built('docs/errors/index.html');
  /** The section about a code. */
  const explained = (code: string) =>
    page.match(new RegExp(`id="${code}".*?(?=<h2|</article|guide__next)`, 's'))?.[0] ?? '';

  it('explains every code of the contract, and what to do about it', () => {
    const headings = [...page.matchAll(/<h2 id="([^"]+)"><a href="#[^"]+">([^<]+)/g)];
    expect(headings.map(([, id]) => id)).toEqual(['shape', ...codes]);
    expect(headings.slice(1).map(([, , text]) => text)).toEqual(codes);
    expect(codes.filter((code) => !explained(code).includes('What to do:'))).toEqual([]);
  });

  it('names every operation that may answer a code, with its status', () => {
    const missing = published.flatMap(({ id, failures }) =>
      failures
        .filter(({ code, status }) => !explained(code).includes(`${status}`) || !explained(code).includes(`>${id}<`))
        .map(({ code, status }) => `${id} ${status} ${code}`),
    );
    expect(missing).toEqual([]);
  });

  it('marks the codes that are final for a verification, and the verification guide names the same', () => {
    const final: string[] = contract.components.schemas.VerificationFinalCode.enum;
    expect(codes.filter((code) => explained(code).includes('Final for')).sort()).toEqual([...final].sort());
    expect(tableRows('/docs/verification', 'Final codes of a verification').map(([code]) => code)).toEqual(final);
  });
});
