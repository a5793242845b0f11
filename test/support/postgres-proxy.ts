import { connect, createServer, type Server, type Socket } from 'node:net';
import type { TestDatabase } from './database';
import { freePort } from './process';

/** The end of a transaction, its COMMIT or its only statement, is held: before it reaches PostgreSQL, or its answer. */
export type HoldPoint = 'before' | 'after';

interface Trap {
  point: HoldPoint;
  statement: RegExp;
  sprung: () => void;
}

/** A client's messages: a letter, a length, a body (postgresql.org/docs/current/protocol-message-formats.html). */
function* messagesIn(chunk: Buffer): Generator<[type: string, strings: string[]]> {
  if (chunk[0] === 0) return; // the startup message has no letter
  for (let at = 0; at + 5 <= chunk.length; at += 1 + chunk.readInt32BE(at + 1)) {
    const body = chunk.toString('latin1', at + 5, at + 1 + chunk.readInt32BE(at + 1));
    yield [String.fromCharCode(chunk[at] as number), body.split('\0')];
  }
}

/** One client's connection: everything is passed on, except the end of a transaction that springs the trap. */
class Connection {
  private transaction = '';
  /** Prepared statements by name. */
  private readonly prepared = new Map<string, string>();
  private silent = false;
  private readonly upstream: Socket;

  constructor(
    private readonly client: Socket,
    target: URL,
    private readonly note: (statements: string[]) => void,
    private readonly takeTrap: (transaction: string, connection: Connection) => Trap | undefined,
  ) {
    this.upstream = connect(Number(target.port || 5432), target.hostname);
    for (const socket of [client, this.upstream]) socket.on('error', () => this.end()).on('close', () => this.end());
    client.on('data', (chunk) => this.pass(chunk));
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

  /** The statements that a chunk runs: as text (Q), or by binding a prepared one (P, B). */
  private statementsIn(chunk: Buffer): string[] {
    const statements: string[] = [];
    for (const [type, [first = '', second = '']] of messagesIn(chunk)) {
      if (type === 'Q') statements.push(first);
      if (type === 'P') this.prepared.set(first, second);
      if (type === 'B') statements.push(this.prepared.get(second) ?? '');
    }
    return statements;
  }

  private pass(chunk: Buffer) {
    const statements = this.statementsIn(chunk);
    this.note(statements);
    this.transaction += statements.join('');
    const ends = statements.join('').includes('COMMIT') || !this.transaction.includes('BEGIN');
    const trap = ends ? this.takeTrap(this.transaction, this) : undefined;
    if (ends) this.transaction = '';
    if (!trap) return void this.upstream.write(chunk);
    this.silent = true;
    if (trap.point === 'before') return trap.sprung();
    this.upstream.write(chunk);
    this.upstream.once('data', () => trap.sprung());
  }
}

/** A proxy between a server and its database; undefined for an embedded one. */
export async function proxyTo({ env }: TestDatabase) {
  if (!env.DATABASE_URL) return undefined;
  const target = new URL(env.DATABASE_URL);
  const connections = new Set<Connection>();
  const statements: string[] = [];
  let trap: Trap | undefined;
  let held: Connection | undefined;
  const note = (more: string[]) => void statements.push(...more);
  const takeTrap = (transaction: string, connection: Connection) => {
    if (!trap?.statement.test(transaction)) return undefined;
    const taken = trap;
    trap = undefined;
    held = connection;
    return taken;
  };
  const port = await freePort();
  const listen = () =>
    new Promise<Server>((resolve) => {
      const server = createServer((client) => {
        const connection = new Connection(client, target, note, takeTrap);
        connections.add(connection);
        client.on('close', () => connections.delete(connection));
      });
      server.listen(port, '127.0.0.1', () => resolve(server));
    });
  let server = await listen();
  return {
    /** Settings of a server that uses the database through the proxy. */
    env: { DATABASE_URL: Object.assign(new URL(target), { hostname: '127.0.0.1', port }).href },
    /** Resolves when an end is held: that of the next transaction with a statement that matches. */
    holdCommit: (point: HoldPoint, statement: RegExp) =>
      new Promise<void>((sprung) => (trap = { point, statement, sprung })),
    /** Breaks the connection that is held: what was on its way is lost. */
    loseHeld: () => held?.end(),
    /** Nothing more passes on the open connections, and neither side hears that they are dead. New ones work. */
    freeze() {
      for (const connection of connections) connection.freeze();
    },
    /** All connections break and none is accepted, until `up`. */
    async down() {
      for (const connection of connections) connection.end();
      await new Promise((resolve) => server.close(resolve));
    },
    async up() {
      server = await listen();
    },
    /** The statements that were run since the last call, BEGIN and COMMIT among them. */
    takeStatements: () => statements.splice(0),
  };
}
export type PostgresProxy = NonNullable<Awaited<ReturnType<typeof proxyTo>>>;
