import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../throttle/network';

/** Bytes that are read of a connection before others have their turn: a usual call whole, of the shortest some forty. */
const sliceBytes = 1_024;
/** How long one network's connections are read, in milliseconds, before others have their turn. */
const stretchMs = 4;

/** A connection of which more has arrived than has been read. `_handle` is Node's own. */
type Behind = Socket & { _handle?: { reading: boolean; readStart(): void; readStop(): void } | null };
type Read = (this: Socket, slice: Buffer) => void;

/** What one network has sent and nobody has read yet, in the order of its arrival. */
interface Line {
  waiting: (() => boolean)[];
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
  let turnComes = false;

  /** Reads the next slice of each in the line, until its time is up. */
  function read(line: Line) {
    while (line.waiting.length && line.spentMs < stretchMs) {
      const from = performance.now();
      const readSlice = line.waiting.shift() as () => boolean;
      if (readSlice()) line.waiting.push(readSlice);
      line.spentMs += performance.now() - from;
    }
    if (!turnComes) setImmediate(takeTurns);
    turnComes = true;
  }

  function takeTurns() {
    turnComes = false;
    for (const [network, line] of lines) {
      line.spentMs = 0;
      if (line.waiting.length) read(line);
      else lines.delete(network);
    }
  }

  function lineOf(network: string): Line {
    const line = lines.get(network) ?? { waiting: [], spentMs: 0 };
    lines.set(network, line);
    return line;
  }

  server.on('connection', (socket: Behind) => {
    const network = networkOf(socket.remoteAddress ?? 'unknown');
    // The HTTP server has just begun to listen. Once somebody else does too, it no longer reads past this listener.
    const [readWhole] = socket.listeners('data') as [Read];
    const unread: Buffer[] = [];
    let stopped = false;

    /** @returns whether there is more. */
    function readSlice(): boolean {
      const [chunk] = unread;
      if (socket.destroyed || !chunk) return false;
      if (chunk.length > sliceBytes) unread[0] = chunk.subarray(sliceBytes);
      else unread.shift();
      readWhole.call(socket, chunk.subarray(0, sliceBytes));
      if (unread.length) return true;
      // Unless the HTTP server itself has stopped it meanwhile.
      if (stopped && socket._handle?.reading) socket._handle.readStart();
      stopped = false;
      return false;
    }

    socket.on('data', (chunk: Buffer) => {
      const line = lineOf(network);
      unread.push(chunk);
      if (unread.length > 1) return void socket._handle?.readStop();
      line.waiting.push(readSlice);
      read(line);
      stopped = unread.length > 0;
      if (stopped) socket._handle?.readStop();
    });
    socket.off('data', readWhole);
  });
}
