import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';

export interface Client {
  /** Everything that the server has sent so far. */
  received(): string;
  /** Resolves when the connection is open. */
  opened: Promise<void>;
  /** Resolves when the connection is closed, with all that was received. */
  closed: Promise<string>;
  send(text: string): void;
  destroy(): void;
}

/** Sends bytes from an address of the loopback network, over TLS or, to a server without a proxy, in plain text. */
export function openClient(port: number, localAddress: string, text: string, tls = true): Client {
  const options = { port, host: '127.0.0.1', localAddress, rejectUnauthorized: false };
  const socket = tls ? connectTls(options) : connectTcp(options);
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
  });
  // A reset is one way to be refused.
  socket.on('error', () => undefined);
  const opened = new Promise<void>((resolve) => socket.once(tls ? 'secureConnect' : 'connect', () => resolve()));
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
  if (text) socket.write(text);
  return {
    received: () => received,
    opened,
    closed,
    send: (more) => void socket.write(more),
    destroy: () => socket.destroy(),
  };
}

/** Sends exactly these lines to a server without a proxy. @returns everything it sends until it closes the connection */
export const exchange = (port: number, ...lines: string[]) =>
  openClient(port, '127.0.0.1', lines.join('\r\n'), false).closed;
