import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** Sends bytes from an address of the loopback network, over TLS or, to a server without a proxy, in plain text. */
export function openClient(port: number, localAddress: string, text: string, tls = true) {
  const options = { port, host: '127.0.0.1', localAddress, rejectUnauthorized: false };
  const socket = tls ? connectTls(options) : connectTcp(options);
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk) => (received += chunk));
  // A reset is one way to be refused.
  socket.on('error', () => undefined);
  if (text) socket.write(text);
  return {
    /** Everything that the server has sent so far. */
    received: () => received,
    /** Resolves when the connection is open. */
    opened: new Promise<void>((resolve) => socket.once(tls ? 'secureConnect' : 'connect', () => resolve())),
    /** Resolves when the connection is closed, with all that was received. */
    closed: new Promise<string>((resolve) => socket.once('close', () => resolve(received))),
    send: (more: string) => void socket.write(more),
    destroy: () => socket.destroy(),
  };
}
export type Client = ReturnType<typeof openClient>;

/** Sends exactly these lines to a server without a proxy. @returns everything it sends until it closes the connection */
export const exchange = (port: number, ...lines: string[]) =>
  openClient(port, '127.0.0.1', lines.join('\r\n'), false).closed;
