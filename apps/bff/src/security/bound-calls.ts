import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { contractOperations } from '../contract/contract';
import { type Headers, rawProblem } from '../problem/raw-problem';
import { newRequestId } from '../request-log';
import { Shares } from '../throttle/shares';

/** Calls of one network at a time. */
const mostOfOneNetwork = 256;
/** The payment provider sends everybody's events from one: one payer's failures must not keep another's payment waiting. */
const mostEventsOfOneNetwork = 2_048;
/**
 * How long a call still counts once it is answered, in milliseconds: longer where it came too often, where its caller
 * hung up before, because the work goes on, and where an event was not the provider's.
 */
const usualMs = 200;
const longMs = 2_000;

const authPaths = [...contractOperations.values()].filter(({ authProblem }) => authProblem).map(({ path }) => path);
/** Log-in and sign-up tell failures in two more fields. */
export const authFields = (url = '', message: string) =>
  authPaths.some((path) => url.startsWith(`/api${path}`)) ? { success: false, message } : {};

const eventsUrl = `/api${contractOperations.get('receivePaymentEvent')?.path}`;

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
  const calls = new Shares(mostOfOneNetwork);
  const events = new Shares(mostEventsOfOneNetwork);
  const waitingOn = new WeakMap<Socket, Map<ServerResponse, Shares>>();
  const closing = new WeakSet<Socket>();
  const told = new Set<string>();
  const giveBack = (shares: Shares, address: string, ms: number) =>
    void setTimeout(() => shares.giveBack(address), ms).unref();

  function watch(socket: Socket, address: string): Map<ServerResponse, Shares> {
    const waiting = new Map<ServerResponse, Shares>();
    waitingOn.set(socket, waiting);
    // Of several that wait, Node closes the first alone.
    socket.once('close', () => {
      for (const shares of waiting.values()) giveBack(shares, address, longMs);
      waiting.clear();
    });
    return waiting;
  }

  function count(socket: Socket, address: string, response: ServerResponse, shares: Shares) {
    const waiting = waitingOn.get(socket) ?? watch(socket, address);
    waiting.set(response, shares);
    response.once('close', () => {
      const { statusCode, writableFinished } = response;
      const long = statusCode === 429 || !writableFinished || (shares === events && statusCode >= 400);
      if (waiting.delete(response)) giveBack(shares, address, long ? longMs : countedMs);
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
    const { headers, body } = rawProblem(429, 'busy', title, reqId, authFields(url, title));
    response.writeHead(429, { ...securityHeaders, ...headers, 'retry-after': '1' }).end(body);
  }

  return (request, response) => {
    const { socket } = request;
    if (closing.has(socket)) return;
    const address = socket.remoteAddress ?? 'unknown';
    const shares = request.url === eventsUrl ? events : calls;
    if (!shares.take(address)) return refuse(request, response, address);
    count(socket, address, response, shares);
    listener(request, response);
  };
}
