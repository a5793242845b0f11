import type { Server } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextRound } from 'node:timers/promises';
import { networkOf } from '../throttle/network';

/** Bytes that are read of a connection before others have their turn: a usual call whole, of the shortest some forty. */
const sliceBytes = 1_024;
/** How long one network's connections are read, in milliseconds, before others have their turn. */
const stretchMs = 1;
/** How many new connections come first, before what has arrived on others is read on; more, where that took longer. */
const newcomers = 32;

/**
 * What Node's `onread` sets, which it offers for connections one opens, not for those one accepts: `kBuffer` is what a
 * connection is read into, `kBufferCb` what hears of it and says whether to go on.
 */
const [kBuffer, kBufferCb] = ['kBuffer', 'kBufferCb'].map((name) =>
  Object.getOwnPropertySymbols(new Socket()).find(({ description }) => description === name),
) as [symbol, symbol];

type Accepted = Socket & { _handle: { useUserBuffer(buffer: Buffer): void } } & Record<symbol, unknown>;

interface Slice {
  socket: Socket;
  network: string;
  bytes: Buffer;
  read(this: Socket, bytes: Buffer): void;
}

/** What one network has sent and nobody has read yet, in the order of its arrival. */
interface Line {
  waiting: Slice[];
  /** Milliseconds of this turn that it has had. */
  spentMs: number;
}

/**
 * Reads what arrives in slices, and each network's in its turn. Left to itself, Node reads all that has arrived on a
 * connection at once, sixty kilobytes, and goes on when the connection is reset meanwhile: two thousand requests on each
 * of a few hundred connections would keep everybody waiting for seconds, and fill the memory.
 */
export function readInTurn(server: Server) {
  const lines = new Map<string, Line>();
  let turnsAreDue = false;
  let somebodyCame = false;
  /** Meanwhile little is read, one stretch in all: whatever the loop does in a round, each of those who come waits for. */
  let lettingIn = false;
  let readMeanwhileMs = 0;
  /** How long the turns of all took, in milliseconds. */
  let turnsMs = 0;

  function askForTurns() {
    if (turnsAreDue) return;
    turnsAreDue = true;
    readMeanwhileMs = 0;
    setImmediate(letIn, 0, performance.now());
  }

  /** Node accepts one connection each time round its loop, and whoever calls stands behind all who called before. */
  function letIn(count: number, since: number) {
    lettingIn = somebodyCame && (count < newcomers || performance.now() - since < turnsMs);
    if (!lettingIn) return takeTurns();
    somebodyCame = false;
    setImmediate(letIn, count + 1, since);
  }

  function lineOf(network: string): Line {
    const line = lines.get(network) ?? { waiting: [], spentMs: 0 };
    lines.set(network, line);
    askForTurns();
    return line;
  }

  async function takeTurns() {
    const since = performance.now();
    for (const [network, line] of [...lines]) {
      // Meanwhile what others wait for goes on: a password that is hashed, what the database answers.
      await nextRound();
      if (!line.waiting.length) lines.delete(network);
      line.spentMs = 0;
      while (line.waiting.length && line.spentMs < stretchMs) {
        const slice = line.waiting.shift() as Slice;
        await new Promise<void>((done) => read(line, slice, done));
        if (!slice.socket.isPaused()) slice.socket.resume();
      }
    }
    turnsMs = performance.now() - since;
    turnsAreDue = false;
    if (lines.size) askForTurns();
  }

  /** @returns whether its turn was now: its connection is read on. */
  function arrive(slice: Slice): boolean {
    const line = lineOf(slice.network);
    const hasTime = line.spentMs < stretchMs && (!lettingIn || readMeanwhileMs < stretchMs);
    const inTurn = hasTime && !line.waiting.length;
    if (inTurn) read(line, slice);
    else line.waiting.push(slice);
    return inTurn;
  }

  /** Calls back when what follows at once from what was read is done: a body that is whole now is parsed. */
  function read(line: Line, slice: Slice, done = () => {}) {
    const { socket, bytes } = slice;
    if (socket.destroyed) return done();
    // The HTTP server has stopped it: its caller takes no answers, or nobody takes its body.
    if (socket.isPaused()) {
      socket.once('resume', () => arrive(slice));
      return done();
    }
    const from = performance.now();
    slice.read.call(socket, bytes);
    // After all ticks, of which one begets the next.
    process.nextTick(queueMicrotask, () => {
      const ms = performance.now() - from;
      line.spentMs += ms;
      if (lettingIn) readMeanwhileMs += ms;
      done();
    });
  }

  server.on('connection', (accepted: Socket) => {
    somebodyCame = true;
    if (accepted.destroyed) return; // turned away
    const socket = accepted as Accepted;
    const network = networkOf(socket.remoteAddress ?? 'unknown');
    // The HTTP server has just begun to listen. Once somebody does so anew, it no longer reads past JavaScript.
    const [read] = socket.listeners('data') as [Slice['read']];
    socket.off('data', read).on('data', read);
    const arriving = Buffer.allocUnsafe(sliceBytes);
    socket[kBuffer] = arriving;
    socket[kBufferCb] = (length: number) => {
      const bytes = Buffer.from(arriving.subarray(0, length));
      return arrive({ socket, network, bytes, read });
    };
    socket._handle.useUserBuffer(arriving);
  });
}
