import type { ProblemCode } from './problem';

export type Headers = Record<string, string>;

/** A problem for a call that no handler sees, with `more` fields. */
export function rawProblem(status: number, code: ProblemCode, title: string, requestId: string, more: object = {}) {
  const problem = { type: `/docs/errors#${code}`, title, status, code, requestId, ...more };
  const body = JSON.stringify(problem);
  const headers: Headers = {
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  return { headers, body };
}
