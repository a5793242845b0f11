import { isProblem, noAnswer, type Problem, unreadable } from './problem';

const deadlineMs = 20_000;

const reply = (problem: Problem) => Response.json(problem, { status: problem.status });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The same answer if it is what the contract promises: 204, JSON on success, a problem on failure. */
async function readable(response: Response): Promise<Response> {
  if (response.status === 204) return response;
  const body = parse(await response.text());
  const retryAfterSeconds = Number(response.headers.get('Retry-After')) || undefined;
  if (response.ok) return body === undefined ? reply(unreadable()) : Response.json(body, { status: response.status });
  return reply({ ...(isProblem(body) ? { ...body, status: response.status } : unreadable()), retryAfterSeconds });
}

/**
 * `fetch` that always answers within the deadline, and always readably: a failure of the network or of something on
 * the way (a proxy's page, an empty body) becomes a problem too. Only the caller's own abort is thrown.
 */
export async function answeredFetch(request: Request): Promise<Response> {
  const abort = new AbortController();
  const stop = () => abort.abort();
  const timer = setTimeout(stop, deadlineMs);
  request.signal.addEventListener('abort', stop, { once: true });
  try {
    return await readable(await fetch(request, { signal: abort.signal }));
  } catch (error) {
    if (request.signal.aborted) throw error;
    return reply(noAnswer());
  } finally {
    clearTimeout(timer);
  }
}
