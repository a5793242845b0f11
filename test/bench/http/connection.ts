import { connect, type Socket } from 'node:net';

export interface HttpReply {
  status: number;
  /** Decoded when it is read: most replies are only counted, and compressed pages are no text. */
  readonly body: string;
}

/** The bytes of a request. A body is sent as JSON. */
export function requestBytes(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const json = body && JSON.stringify(body);
  const all: Record<string, string> = { host: 'localhost', ...headers };
  if (json !== undefined) all['content-type'] = 'application/json';
  if (json !== undefined || method === 'POST') all['content-length'] = String(Buffer.byteLength(json ?? ''));
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${json ?? ''}`);
}

const endOfHead = Buffer.from('\r\n\r\n');

/** A whole reply at the start of `bytes`, and how long it is; undefined while some of it is missing. */
function readReply(bytes: Buffer): { status: number; from: number; to: number } | undefined {
  const end = bytes.indexOf(endOfHead);
  if (end < 0) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (!length && status !== 204 && status !== 304) throw new Error(`a reply without a length:\n${head}`);
  const to = end + 4 + Number(length ?? 0);
  return bytes.length < to ? undefined : { status, from: end + 4, to };
}

/**
 * One kept-alive connection with one request at a time. As lean as can be: on a machine of two cores a full HTTP
 * client takes from the server what is to be measured, and load tools that count in whole milliseconds see nothing.
 */
export class Connection {
  private bytes: Buffer = Buffer.alloc(0);
  private waiting?: { resolve: (reply: HttpReply) => void; reject: (error: Error) => void };

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.take(chunk));
    socket.on('error', (error) => this.waiting?.reject(error));
    socket.on('close', () => this.waiting?.reject(new Error('the connection was closed before the reply')));
  }

  static open(url: string): Promise<Connection> {
    const { port } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket: Socket = connect(Number(port), 'localhost', () => resolve(new Connection(socket)));
      socket.once('error', reject);
    });
  }

  /** By the other end: servers close what has been idle. */
  get isClosed() {
    return this.socket.destroyed || this.socket.readableEnded;
  }

  /** @throws Error when the connection breaks. */
  send(request: Buffer): Promise<HttpReply> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.socket.write(request);
    });
  }

  close() {
    this.waiting = undefined;
    this.socket.destroy();
  }

  private take(chunk: Buffer) {
    this.bytes = this.bytes.length ? Buffer.concat([this.bytes, chunk]) : chunk;
    const reply = readReply(this.bytes);
    if (!reply) return;
    const body = this.bytes.subarray(reply.from, reply.to);
    this.bytes = this.bytes.subarray(reply.to);
    this.waiting?.resolve({
      status: reply.status,
      get body() {
        return body.toString('utf8');
      },
    });
  }
}

/** Opens `count` connections, lets `use` work with each at the same time, and closes them. */
export async function withConnections(url: string, count: number, use: (connection: Connection) => Promise<void>) {
  const connections = await Promise.all(Array.from({ length: count }, () => Connection.open(url)));
  try {
    await Promise.all(connections.map(use));
  } finally {
    for (const connection of connections) connection.close();
  }
}
