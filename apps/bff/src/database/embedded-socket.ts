import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The part of PGlite that we use. Its types depend on how it is imported. */
interface Session {
  execProtocolRaw(message: Uint8Array): Promise<Uint8Array>;
  isInTransaction(): boolean;
  runExclusive<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Maximum time between two statements of a transaction. */
const idleMs = 20_000;
/** Message types of the protocol. */
const [query, sync, terminate] = [...Buffer.from('QSX')];
const rollback = Buffer.from('Q\0\0\0\x0dROLLBACK\0');

export const applicationName = 'novacore';
const isOurs = (startup: Buffer) => startup.includes(`\0application_name\0${applicationName}\0`);
const error = 'SFATAL\0C0A000\0MOnly NovaCore can use its embedded database. Set DATABASE_URL.\0\0';
const refusal = `E\0\0\0${String.fromCharCode(error.length + 4)}${error}`;

/** Splits the input into units that get one reply: the startup packet, then messages up to Query or Sync. */
async function* turnsOf(socket: Socket) {
  let bytes: Buffer = Buffer.alloc(0);
  let end = 0;
  let started = false;
  for await (const chunk of socket) {
    bytes = Buffer.concat([bytes, chunk]);
    for (;;) {
      const lengthAt = started ? end + 1 : end;
      if (bytes.length < lengthAt + 4) break;
      const next = lengthAt + bytes.readUInt32BE(lengthAt);
      if (bytes.length < next) break;
      const type = bytes[end];
      end = next;
      if (started && type === terminate) return;
      if (started && type !== query && type !== sync) continue;
      // All clients share one session, so settings of other programs, such as pg_dump's search_path, would become ours.
      if (!started && !isOurs(bytes.subarray(0, end))) return void socket.end(refusal);
      yield bytes.subarray(0, end);
      started = true;
      bytes = bytes.subarray(end);
      end = 0;
    }
  }
}

type Turns = ReturnType<typeof turnsOf>;

/** Answers one turn, or all turns of a transaction. Rolls back if the client disconnects. */
async function answer(pglite: Session, socket: Socket, first: Buffer, turns: Turns) {
  try {
    for (let turn: Awaited<ReturnType<Turns['next']>> = { value: first }; !turn.done; turn = await turns.next()) {
      // PGlite reuses the memory of its reply, so we copy it.
      socket.write(Buffer.from(await pglite.execProtocolRaw(turn.value)));
      socket.setTimeout(pglite.isInTransaction() ? idleMs : 0);
      if (!pglite.isInTransaction()) return;
    }
  } finally {
    if (pglite.isInTransaction()) await pglite.execProtocolRaw(rollback);
  }
}

/** Serves a client until it disconnects. Clients take turns, because PGlite has one session. */
async function talk(pglite: Session, socket: Socket) {
  socket.on('timeout', () => socket.destroy()).on('error', () => socket.destroy());
  const turns = turnsOf(socket);
  try {
    for await (const turn of turns) await pglite.runExclusive(() => answer(pglite, socket, turn, turns));
  } catch {
    // The client has disconnected or does not speak PostgreSQL's protocol.
  }
  socket.destroySoon();
}

/** Serves PGlite on a Unix socket for this user. @returns a function that closes it */
export async function servePglite(pglite: Session, path: string) {
  rmSync(path, { force: true });
  let clients = 0;
  const server = createServer(async (socket) => {
    clients += 1;
    await talk(pglite, socket);
    clients -= 1;
  });
  const mask = process.umask(0o177);
  server.listen(path); // makes the file at once
  process.umask(mask);
  await once(server, 'listening');
  /** Clients may still connect and finish until the limit. */
  return async (limitMs: number) => {
    for (const limit = Date.now() + limitMs; clients && Date.now() < limit; ) await sleep(20);
    server.close();
    await pglite.close();
  };
}
