import type { RequestListener } from 'node:http';

/** Chunks of one body. Whoever streams sends some kilobytes in each, and an event has 256 at most. */
const mostPieces = 1_024;

/**
 * Resets a connection whose body comes in crumbs: each chunk of a chunked body is handed over by itself, and one byte
 * in each costs a thousand times what it costs to send. What is answered before its body ends is not read to its end.
 */
export const boundPieces =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    if (request.headers['transfer-encoding']) {
      let pieces = 0;
      response.setHeader('connection', 'close');
      request.push = (chunk, encoding) => {
        pieces += 1;
        if (pieces <= mostPieces) return Object.getPrototypeOf(request).push.call(request, chunk, encoding);
        if (!request.socket.destroyed) request.socket.resetAndDestroy();
        return false;
      };
    }
    listener(request, response);
  };
