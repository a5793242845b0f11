import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Requests under way on one connection. Browsers and proxies wait for each answer; load generators ask ten ahead. */
const mostAhead = 16;

/**
 * Resets a connection that asks further ahead (HTTP/1.1 pipelining). Node hands over at once all that it has read, so
 * that one caller's thousand requests, fewer bytes than a picture, would be worked on before anybody else's next.
 */
export function boundAhead(listener: RequestListener): RequestListener {
  const underWay = new WeakMap<Socket, number>();
  const add = (socket: Socket, count: number) => underWay.set(socket, (underWay.get(socket) ?? 0) + count);
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    if ((underWay.get(socket) ?? 0) >= mostAhead) return void socket.resetAndDestroy();
    add(socket, 1);
    response.once('close', () => add(socket, -1));
    listener(request, response);
  };
}
