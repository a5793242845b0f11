import createFetchClient, { type Client as FetchClient, type Middleware } from 'openapi-fetch';
import { type components, openOperations, type operations, type paths } from './contract.gen.js';
import { isProblem, noAnswer, type Problem, unreadable } from './problem.js';

export { verificationFinalCodeValues } from './contract.gen.js';
export { asProblem, messageOf, noAnswer, type Problem, unreadable } from './problem.js';
export type { components, operations, paths };

type ProblemReply = { content: { 'application/problem+json': Problem } };
type Replies<Responses> = {
  [Status in keyof Responses]: `${Status & number}` extends `2${string}` ? Responses[Status] : ProblemReply;
};
type WithProblems<Operation> = {
  [Key in keyof Operation]: Key extends 'responses' ? Replies<Operation[Key]> : Operation[Key];
};
type PathsWithProblems = {
  [Path in keyof paths]: { [Method in keyof paths[Path]]: WithProblems<paths[Path][Method]> };
};
/** The paths of the contract. Every failure is a `Problem`, which includes the client's own codes. */
export interface ClientPaths extends PathsWithProblems {}

/** Calls the operations of the contract. Every failure is a `Problem` in `error`. */
export type Client = FetchClient<ClientPaths>;

export type ClientOptions = {
  /** The address of the API, such as `https://novacore.example/api`. */
  baseUrl: string;
  /** The token, or a function that returns the current one. Operations that need no token do not get it. */
  token?: string | (() => string | null | undefined);
  /** A call without a reply fails with `no_answer` after this time. Default: 20 seconds. */
  timeoutMs?: number;
};

const problemReply = (problem: Problem, headers?: Headers) =>
  Response.json(problem, { status: problem.status, headers });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isFile = ({ headers }: Response) => /^(text\/csv|application\/vnd)/.test(headers.get('Content-Type') ?? '');

/** Turns every reply that does not fit the contract into a problem. */
async function checkReply(response: Response): Promise<Response> {
  const { ok, status } = response;
  if (status === 204 || (ok && isFile(response))) return response;
  const headers = new Headers(response.headers);
  headers.delete('Content-Length'); // the body may become another
  const body = parseJson(await response.text());
  if (ok) return body === undefined ? problemReply(unreadable(), headers) : Response.json(body, { status, headers });
  const problem = isProblem(body) ? { ...body, status } : unreadable();
  return problemReply({ ...problem, retryAfterSeconds: Number(headers.get('Retry-After')) || undefined }, headers);
}

/** Returns a problem for a network failure, an error page of a proxy or an empty body. Throws only if the caller aborts. */
async function fetchWithTimeout(request: Request, timeoutMs: number): Promise<Response> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  request.signal.addEventListener('abort', abort, { once: true });
  try {
    return await checkReply(await fetch(request, { signal: controller.signal }));
  } catch (error) {
    if (request.signal.aborted) throw error;
    return problemReply(noAnswer());
  } finally {
    clearTimeout(timer);
  }
}

const authentication = (token: ClientOptions['token']): Middleware => ({
  onRequest({ schemaPath, request }) {
    const current = typeof token === 'function' ? token() : token;
    if (!current || request.headers.has('Authorization')) return;
    if (openOperations.includes(`${request.method} ${schemaPath}`)) return;
    request.headers.set('Authorization', `Bearer ${current}`);
  },
});

export function createClient({ baseUrl, token, timeoutMs = 20_000 }: ClientOptions): Client {
  const client = createFetchClient<ClientPaths>({ baseUrl, fetch: (request) => fetchWithTimeout(request, timeoutMs) });
  client.use(authentication(token));
  return client;
}
