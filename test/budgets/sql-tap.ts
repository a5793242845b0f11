import { connect, createServer, type Socket } from 'node:net';

/** Stands in front of PostgreSQL and notes every statement that passes. */
export interface SqlTap {
  port: number;
  /** What was run since the last call. */
  take(): string[];
  close(): void;
}

const textAt = (message: Buffer, from: number) => message.toString('utf8', from, message.indexOf(0, from));

/** Reads one side of the protocol: a message is a letter and its length (PostgreSQL, "Message Formats"). */
class Reader {
  private bytes: Buffer = Buffer.alloc(0);
  private greeted = false;
  private parsed = '';

  constructor(private readonly note: (statement: string) => void) {}

  take(chunk: Buffer) {
    this.bytes = Buffer.concat([this.bytes, chunk]);
    for (let size = this.size(); size && this.bytes.length >= size; size = this.size()) {
      this.read(this.bytes.subarray(0, size));
      this.bytes = this.bytes.subarray(size);
    }
  }

  /** The greeting alone has no letter. */
  private size(): number {
    const letter = this.greeted ? 1 : 0;
    return this.bytes.length < letter + 4 ? 0 : letter + this.bytes.readInt32BE(letter);
  }

  private read(message: Buffer) {
    const kind = this.greeted ? String.fromCharCode(message[0] ?? 0) : '';
    this.greeted = true;
    if (kind === 'Q') this.note(textAt(message, 5));
    if (kind === 'P') this.parsed = textAt(message, message.indexOf(0, 5) + 1);
    if (kind === 'E') this.note(this.parsed);
  }
}

/** @param address the PostgreSQL that is listened to. */
export async function startSqlTap(address: string): Promise<SqlTap> {
  const { hostname, port } = new URL(address);
  const sockets = new Set<Socket>();
  let statements: string[] = [];
  const server = createServer((client) => {
    const upstream = connect(Number(port || 5432), hostname);
    const reader = new Reader((statement) => statements.push(statement));
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => [client, upstream].map((each) => each.destroy()));
    }
    client.on('data', (chunk: Buffer) => reader.take(chunk));
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    take: () => {
      const taken = statements;
      statements = [];
      return taken;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
