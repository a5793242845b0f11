import createFetchClient, { type Middleware } from 'openapi-fetch';
import type { paths } from './contract.gen';
import { isProblem, noAnswer, type Problem, unreadable } from './problem';
import { bearer, clearToken, getToken } from './session';

const timeoutMs = 20_000;

const problemReply = (problem: Problem) => Response.json(problem, { status: problem.status });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The reply, if it is what the contract promises: 204, JSON on success, a problem on failure. Otherwise a problem. */
async function checkReply(response: Response): Promise<Response> {
  if (response.status === 204) return response;
  const body = parseJson(await response.text());
  if (response.ok)
    return body === undefined ? problemReply(unreadable()) : Response.json(body, { status: response.status });
  const problem = isProblem(body) ? { ...body, status: response.status } : unreadable();
  const retryAfterSeconds = Number(response.headers.get('Retry-After')) || undefined;
  return problemReply({ ...problem, retryAfterSeconds });
}

/**
 * `fetch` with a timeout. It answers a network failure, a proxy's error page or an empty body with a problem too, so
 * that callers handle one kind of failure. It throws only when the caller aborts.
 */
async function fetchWithTimeout(request: Request): Promise<Response> {
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

/** `security: []` in the contract: these operations are called without a token, even when one is stored. */
const openPaths = new Set<string>([
  '/auth/signup',
  '/auth/login',
  '/auth/password/reset-request',
  '/auth/password/reset',
  '/auth/email/verify',
  '/user/order',
  '/config',
] satisfies (keyof paths)[]);

const session: Middleware = {
  onRequest({ schemaPath, request }) {
    const token = getToken();
    if (token && !openPaths.has(schemaPath)) request.headers.set('Authorization', bearer(token));
  },
  /** Drops a token that the server refuses. A newer token, stored since the call began, stays. */
  onResponse({ request, response }) {
    const token = getToken();
    if (response.status === 401 && token && request.headers.get('Authorization') === bearer(token)) clearToken();
  },
};

/** The contract as a client. Every failure is a `Problem`. */
export const api = createFetchClient<paths>({ baseUrl: '/api', fetch: fetchWithTimeout });
api.use(session);
