import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Shares } from '../throttle/shares';

/** Calls of one network that wait for their answer at the same time: what this server answers in a fraction of a second. */
const mostOfOneNetwork = 256;

/**
 * Resets the connections of a caller who has more calls waiting than that, over however many connections: they would be
 * worked on before anybody else's next, and a call that is refused costs nearly as much as one that is not.
 */
export function boundUnanswered(listener: RequestListener): RequestListener {
  const shares = new Shares(Number.POSITIVE_INFINITY, mostOfOneNetwork);
  const waitingOn = new WeakMap<Socket, Set<ServerResponse>>();

  function open(socket: Socket, address: string): Set<ServerResponse> {
    const waiting = new Set<ServerResponse>();
    waitingOn.set(socket, waiting);
    // Of several that wait, Node closes the first alone.
    socket.once('close', () => {
      shares.giveBack(address, waiting.size);
      waiting.clear();
    });
    return waiting;
  }

  return (request, response) => {
    const { socket } = request;
    const address = socket.remoteAddress ?? 'unknown';
    if (!shares.take(address)) return void socket.resetAndDestroy();
    const waiting = waitingOn.get(socket) ?? open(socket, address);
    waiting.add(response);
    response.once('close', () => waiting.delete(response) && shares.giveBack(address));
    listener(request, response);
  };
}
