import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './process';

/** The end of a transaction, its COMMIT or its only statement, is held: before it reaches PostgreSQL, or its answer. */
export type CommitFault = 'before' | 'after';

export interface PostgresProxy {
  port: number;
  /** Resolves when an end is held: of the next transaction that has said something that matches `of`. */
  holdCommit(fault: CommitFault, of: RegExp): Promise<void>;
  /** Breaks the connection that is held: what was on its way is lost. */
  loseHeld(): void;
  /** Nothing more passes on the open connections, and neither side hears that they are dead. New ones work. */
  freeze(): void;
  /** All connections break and none is accepted, until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
}

interface Trap {
  fault: CommitFault;
  of: RegExp;
  sprung: () => void;
}

/** The messages of a client after its greeting: a letter, a length, a body (postgresql.org/docs/current/protocol-message-formats.html). */
function* messagesIn(chunk: Buffer): Generator<[type: string, strings: string[]]> {
  if (chunk[0] === 0) return; // the greeting has no letter
  for (let at = 0; at + 5 <= chunk.length; at += 1 + chunk.readInt32BE(at + 1)) {
    const body = chunk.toString('latin1', at + 5, at + 1 + chunk.readInt32BE(at + 1));
    yield [String.fromCharCode(chunk[at] as number), body.split('\0')];
  }
}

/** One client's connection: what it says is passed on, except the end that springs the trap. */
class Line {
  private said = '';
  /** Statements that were given a name. */
  private readonly named = new Map<string, string>();
  private silent = false;
  private readonly upstream: Socket;

  constructor(
    private readonly client: Socket,
    target: number,
    private readonly takeTrap: (said: string, line: Line) => Trap | undefined,
  ) {
    this.upstream = connect(target, '127.0.0.1');
    for (const socket of [client, this.upstream]) socket.on('error', () => this.end()).on('close', () => this.end());
    client.on('data', (chunk) => this.say(chunk));
    this.upstream.on('data', (chunk) => void (this.silent || client.write(chunk)));
  }

  freeze() {
    this.client.pause();
    this.upstream.pause();
  }

  end() {
    this.client.destroy();
    this.upstream.destroy();
  }

  /** What is said in words, and what is said by a name. */
  private statementsIn(chunk: Buffer): string {
    let statements = '';
    for (const [type, [first = '', second = '']] of messagesIn(chunk)) {
      if (type === 'Q') statements += first;
      if (type === 'P') this.named.set(first, second);
      if (type === 'B') statements += this.named.get(second) ?? '';
    }
    return statements;
  }

  private say(chunk: Buffer) {
    const statements = this.statementsIn(chunk);
    this.said += statements;
    const ends = statements.includes('COMMIT') || !this.said.includes('BEGIN');
    const trap = ends ? this.takeTrap(this.said, this) : undefined;
    if (ends) this.said = '';
    if (!trap) return void this.upstream.write(chunk);
    this.silent = true;
    if (trap.fault === 'before') return trap.sprung();
    this.upstream.write(chunk);
    this.upstream.once('data', () => trap.sprung());
  }
}

/** Stands in front of the PostgreSQL at `target`. */
export async function startPostgresProxy(target: number): Promise<PostgresProxy> {
  const lines = new Set<Line>();
  let trap: Trap | undefined;
  let held: Line | undefined;
  const takeTrap = (said: string, line: Line) => {
    if (!trap?.of.test(said)) return undefined;
    const taken = trap;
    trap = undefined;
    held = line;
    return taken;
  };
  const listen = (port: number) =>
    new Promise<Server>((resolve) => {
      const server = createServer((client) => {
        const line = new Line(client, target, takeTrap);
        lines.add(line);
        client.on('close', () => lines.delete(line));
      });
      server.listen(port, '127.0.0.1', () => resolve(server));
    });
  const port = await freePort();
  let server = await listen(port);
  return {
    port,
    holdCommit: (fault, of) =>
      new Promise((sprung) => {
        trap = { fault, of, sprung };
      }),
    loseHeld: () => held?.end(),
    freeze: () => {
      for (const line of lines) line.freeze();
    },
    down: async () => {
      for (const line of lines) line.end();
      await new Promise((resolve) => server.close(resolve));
    },
    up: async () => {
      server = await listen(port);
    },
  };
}
