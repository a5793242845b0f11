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
  let nextTurn: NodeJS.Immediate | undefined;

  /** Reads the next slice of each in the line, until its time is up. */
  function read(line: Line) {
    while (line.waiting.length && line.spentMs < stretchMs) {
      const from = performance.now();
      const readSlice = line.waiting.shift() as () => boolean;
      if (readSlice()) line.waiting.push(readSlice);
      line.spentMs += performance.now() - from;
    }
    nextTurn ??= setImmediate(takeTurns);
  }

  function takeTurns() {
    nextTurn = undefined;
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
    const [readWhole] = socket.listeners('data') as Read[];
    const unread: Buffer[] = [];

    /** @returns whether there is more. */
    function readSlice(): boolean {
      const [chunk] = unread;
      if (socket.destroyed || !chunk) return false;
      const rest = chunk.subarray(sliceBytes);
      if (rest.length) unread[0] = rest;
      else unread.shift();
      readWhole?.call(socket, chunk.subarray(0, sliceBytes));
      if (unread.length) return true;
      // Unless the HTTP server itself has stopped it meanwhile.
      if (socket._handle?.reading) socket._handle.readStart();
      return false;
    }

    socket.on('data', (chunk: Buffer) => {
      const line = lineOf(network);
      unread.push(chunk);
      if (unread.length > 1) return;
      line.waiting.push(readSlice);
      read(line);
      if (unread.length) socket._handle?.readStop();
    });
    if (readWhole) socket.off('data', readWhole);
  });
}
