import type { Server } from 'node:http';

/**
 * Lets a caller go who takes nothing of an answer for `ms`, or up to twice that. By a reset: what lies in the kernel for
 * such a caller would stay there for minutes, and nobody be told.
 */
export function resetStalled(server: Server, ms: number) {
  server.timeout = ms;
  server.on('timeout', (socket) => socket.resetAndDestroy());
}
