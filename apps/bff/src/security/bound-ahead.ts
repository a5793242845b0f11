import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that wait behind another on one connection. Browsers and proxies ask none ahead, load generators ten. */
const mostAhead = 16;

/**
 * Resets a connection that asks further ahead (HTTP/1.1 pipelining): one caller's thousand requests, fewer bytes than a
 * picture, would all be worked on at once.
 */
export function boundAhead(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  const add = (socket: Socket, count: number) => waiting.set(socket, (waiting.get(socket) ?? 0) + count);
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    // A response has no socket as long as another one is written to it.
    if (!response.socket) {
      if ((waiting.get(socket) ?? 0) >= mostAhead) return void socket.resetAndDestroy();
      add(socket, 1);
      response.once('close', () => add(socket, -1));
    }
    listener(request, response);
  };
}
