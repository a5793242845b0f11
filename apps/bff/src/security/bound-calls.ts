import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { contractOperations } from '../contract/contract';
import { type Headers, rawProblem } from '../problem/raw-problem';
import { newRequestId } from '../request-log';
import { Shares } from '../throttle/shares';

/** Calls of one network at a time. */
const mostOfOneNetwork = 256;
/**
 * How long a call still counts once it is answered, in milliseconds: longer where it came too often, and where its
 * caller hung up before, because the work goes on.
 */
const usualMs = 200;
const longMs = 2_000;

const authPaths = [...contractOperations.values()].filter(({ authProblem }) => authProblem).map(({ path }) => path);
/** Log-in and sign-up tell failures in two more fields. */
const isAuth = (url = '') => authPaths.some((path) => url.startsWith(`/api${path}`));

/**
 * Tells a network that calls more than that to wait: this server reads whatever has arrived before it looks for new
 * callers, so that one address, over however many connections, would keep everybody waiting; and a call that is refused
 * later costs nearly as much as one that is not.
 */
export function boundCalls(
  listener: RequestListener,
  securityHeaders: Headers,
  log: Logger,
  countedMs = usualMs,
): RequestListener {
  const shares = new Shares(mostOfOneNetwork);
  const waitingOn = new WeakMap<Socket, Set<ServerResponse>>();
  const closing = new WeakSet<Socket>();
  const told = new Set<string>();
  const giveBack = (address: string, count: number, ms = countedMs) =>
    void setTimeout(() => shares.giveBack(address, count), ms).unref();

  function watch(socket: Socket, address: string): Set<ServerResponse> {
    const waiting = new Set<ServerResponse>();
    waitingOn.set(socket, waiting);
    // Of several that wait, Node closes the first alone.
    socket.once('close', () => {
      giveBack(address, waiting.size, longMs);
      waiting.clear();
    });
    return waiting;
  }

  function count(socket: Socket, address: string, response: ServerResponse) {
    const waiting = waitingOn.get(socket) ?? watch(socket, address);
    waiting.add(response);
    response.once('close', () => {
      const ms = response.statusCode === 429 || !response.writableFinished ? longMs : countedMs;
      if (waiting.delete(response)) giveBack(address, 1, ms);
    });
  }

  /** One line a second for each address: the log is not to be flooded either. */
  function tell(reqId: string, address: string) {
    if (told.has(address)) return;
    told.add(address);
    setTimeout(() => told.delete(address), 1_000).unref();
    log.warn({ reqId, event: 'throttled', limit: 'calls', address }, 'throttled');
  }

  function refuse({ socket, url }: IncomingMessage, response: ServerResponse, address: string) {
    closing.add(socket);
    const reqId = newRequestId();
    tell(reqId, address);
    const title = 'Too many calls at the same time. Please try again.';
    const more = isAuth(url) ? { success: false, message: title } : {};
    const { headers, body } = rawProblem(429, 'busy', title, reqId, more);
    response.writeHead(429, { ...securityHeaders, ...headers, 'retry-after': '1' }).end(body);
  }

  return (request, response) => {
    const { socket } = request;
    if (closing.has(socket)) return;
    const address = socket.remoteAddress ?? 'unknown';
    if (!shares.take(address)) return refuse(request, response, address);
    count(socket, address, response);
    listener(request, response);
  };
}
