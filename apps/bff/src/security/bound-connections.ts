import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Shares } from '../throttle/shares';

/** Connections of one network: a browser has six, and an office or a carrier's customers share an address. */
const mostOfOneNetwork = 1_024;
/**
 * How long one still counts when it is over, in milliseconds: to come and go costs more than to be turned away. Longer
 * where its caller has reset it: what it had asked for was worked off for nobody.
 */
const usualMs = 1_000;
const resetTimes = 10;

/**
 * Resets what one network opens beyond that: the system gives a process so many, and whoever held them all kept everybody
 * out. The HTTP server does not hear of these, so that a flood of them costs little.
 */
export function boundConnections(server: Server, countedMs = usualMs) {
  const shares = new Shares(mostOfOneNetwork);
  const [serve] = server.listeners('connection') as [(this: Server, socket: Socket) => void];
  server.off('connection', serve).on('connection', (socket) => {
    const address = socket.remoteAddress ?? 'unknown';
    if (!shares.take(address)) return void socket.resetAndDestroy();
    socket.once('close', (wasReset) => {
      setTimeout(() => shares.giveBack(address), wasReset ? resetTimes * countedMs : countedMs).unref();
    });
    serve.call(server, socket);
  });
}
