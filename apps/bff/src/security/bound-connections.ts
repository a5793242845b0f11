import type { Server } from 'node:http';
import { Shares } from '../throttle/shares';

/** Connections of one network: a browser has six, and an office or a carrier's customers share an address. */
const mostOfOneNetwork = 1_024;

/** Resets what one network opens beyond that: the system gives a process so many, and whoever held them all kept everybody out. */
export function boundConnections(server: Server) {
  const shares = new Shares(mostOfOneNetwork);
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? 'unknown';
    if (!shares.take(address)) return void socket.resetAndDestroy();
    socket.once('close', () => shares.giveBack(address));
  });
}
