import { type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { newRequestId } from '../request-log';
import { type Headers, rawProblem } from './raw-problem';

const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, HEADERS: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** A thousand short ones are within the bound on their bytes, and cost more than the answer. */
const mostHeaders = 200;

/** How long a caller may take to hear the refusal: one that keeps its own side open would hold the connection for good. */
const lingerMs = 2_000;

/** Node's own properties: the answer that is under way on this connection, and the call that is being read. */
type HttpSocket = Socket & {
  _httpMessage?: ServerResponse | null;
  parser?: { incoming: IncomingMessage | null } | null;
};

function refusal(status: number, cause: string | undefined, securityHeaders: Headers, log: Logger) {
  const requestId = newRequestId();
  log.info({ reqId: requestId, event: 'unreadable_request', cause, status }, 'request refused');
  const title = 'This is no HTTP request that can be read.';
  const { headers, body } = rawProblem(status, 'malformed_request', title, requestId);
  return { headers: { ...securityHeaders, ...headers }, body };
}

/** Whether the call that broke off has been answered: a page is sent without waiting for a body. */
const isAnswered = ({ _httpMessage: pending, parser }: HttpSocket) =>
  pending ? pending.headersSent : parser?.incoming?.complete === false;

/**
 * Refuses what is no HTTP, too slow, or too much of it. Such a call gets no answer from a handler, so its answer is
 * written to the connection by hand, after those to earlier calls, and ends it.
 */
export function answerUnreadable(securityHeaders: Headers, log: Logger) {
  const refused = new WeakSet<Socket>();

  function answer(error: { code?: string }, socket: HttpSocket): void {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const pending = socket._httpMessage;
    // An answer to an earlier call comes first. The broken call's own would wait for a body that never comes.
    if (pending?.req.complete) return void pending.once('close', () => answer(error, socket));
    setTimeout(() => socket.destroy(), lingerMs).unref();
    if (isAnswered(socket)) return void socket.end();
    // What is left of the body may still come: nobody is to act on it after this answer.
    for (const read of ['data', 'end', 'error']) pending?.req.removeAllListeners(read);
    pending?.req.resume();
    const status = statuses[error.code ?? ''] ?? 400;
    const { headers, body } = refusal(status, error.code, securityHeaders, log);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  }

  return (error: { code?: string }, socket: Socket) => {
    // Node tells of each packet that follows as well.
    if (refused.has(socket)) return;
    refused.add(socket);
    answer(error, socket);
  };
}

function timesOf(header: string, rawHeaders: string[]) {
  let times = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === header.length && rawHeaders[at]?.toLowerCase() === header) times += 1;
  return times;
}

/**
 * What costs too much, and what another server may read differently: another HTTP; no Host, or two of them (RFC 9112, section 3.2);
 * a body that is more than chunked; two callers in one call.
 */
function faultOf({ httpVersion, headers, rawHeaders }: IncomingMessage) {
  if (rawHeaders.length > 2 * mostHeaders) return 'HEADERS';
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'HTTP_VERSION';
  const hosts = timesOf('host', rawHeaders);
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return 'HOST';
  if ((headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked') return 'TRANSFER_ENCODING';
  return timesOf('authorization', rawHeaders) > 1 ? 'AUTHORIZATION' : undefined;
}

/** A listener that refuses what is ambiguous, and hands the rest on to `next`. */
export const refuseAmbiguous =
  (next: RequestListener, securityHeaders: Headers, log: Logger): RequestListener =>
  (request, response) => {
    const fault = faultOf(request);
    if (!fault) return next(request, response);
    const status = statuses[fault] ?? 400;
    const { headers, body } = refusal(status, fault, securityHeaders, log);
    response.writeHead(status, headers).end(body);
  };
