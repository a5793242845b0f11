import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './process';

/** The next COMMIT is held: before it reaches PostgreSQL, or its answer on the way back. */
export type CommitFault = 'before' | 'after';

export interface PostgresProxy {
  port: number;
  /** Resolves when a COMMIT is held: the next one whose transaction has said something that matches `of`. */
  holdCommit(fault: CommitFault, of: RegExp): Promise<void>;
  /** Breaks the connection whose COMMIT is held: what was on its way is lost. */
  loseHeld(): void;
  /** All connections break and none is accepted, until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
}

interface Trap {
  fault: CommitFault;
  of: RegExp;
  sprung: () => void;
}

/** One client's connection: what it says is passed on, except the COMMIT that springs the trap. */
class Line {
  private said = '';
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

  end() {
    this.client.destroy();
    this.upstream.destroy();
  }

  private say(chunk: Buffer) {
    this.said += chunk.toString('latin1');
    const trap = chunk.includes('COMMIT') ? this.takeTrap(this.said, this) : undefined;
    if (chunk.includes('COMMIT')) this.said = '';
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
    down: async () => {
      for (const line of lines) line.end();
      await new Promise((resolve) => server.close(resolve));
    },
    up: async () => {
      server = await listen(port);
    },
  };
}
