import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../throttle/network';
import { Shares } from '../throttle/shares';

/** Connections of one network: a browser has six, and an office or a carrier's customers share an address. */
const mostOfOneNetwork = 1_024;
/** Of all networks: well below what systems give a process, which would keep everybody out when it is used up. */
const mostInAll = 8_192;
/**
 * How long one still counts when it is over, in milliseconds: to come and go costs more than to be turned away. Longer
 * where its caller has reset it: what it had asked for was worked off for nobody.
 */
const usualMs = 1_000;
const resetTimes = 10;

/**
 * The connections that are open, by network, the oldest first. When no more are to be had, the oldest of the network that
 * holds most goes for one of a network that holds less than half of that: many networks that keep theirs in silence keep
 * nobody out, and do not drive out each other's over and over.
 */
class OpenConnections {
  private readonly ofNetwork = new Map<string, Set<Socket>>();
  private count = 0;

  constructor(private readonly most: number) {}

  /** @returns whether there was a place for it. */
  add(network: string, socket: Socket): boolean {
    if (this.count >= this.most && !this.makeRoom(network)) return false;
    const alike = this.ofNetwork.get(network) ?? new Set();
    this.ofNetwork.set(network, alike.add(socket));
    this.count += 1;
    return true;
  }

  remove(network: string, socket: Socket) {
    const alike = this.ofNetwork.get(network);
    if (!alike?.delete(socket)) return;
    this.count -= 1;
    if (!alike.size) this.ofNetwork.delete(network);
  }

  private makeRoom(network: string): boolean {
    const heldBy = (each: string) => this.ofNetwork.get(each)?.size ?? 0;
    let largest = network;
    for (const each of this.ofNetwork.keys()) if (heldBy(each) > heldBy(largest)) largest = each;
    const [oldest] = this.ofNetwork.get(largest) ?? [];
    if (!oldest || heldBy(largest) <= 2 * heldBy(network)) return false;
    this.remove(largest, oldest);
    oldest.destroy();
    return true;
  }
}

/**
 * Resets what one network opens beyond its bound, and what all open beyond theirs: the system gives a process so many, and
 * whoever held them all kept everybody out. The HTTP server does not hear of these, so that a flood of them costs little.
 */
export function boundConnections(server: Server, countedMs = usualMs, most = mostInAll) {
  const shares = new Shares(mostOfOneNetwork);
  const open = new OpenConnections(most);
  const [serve] = server.listeners('connection') as [(this: Server, socket: Socket) => void];
  server.off('connection', serve).on('connection', (socket) => {
    const address = socket.remoteAddress ?? 'unknown';
    const network = networkOf(address);
    if (!shares.take(address)) return void socket.resetAndDestroy();
    if (!open.add(network, socket)) {
      shares.giveBack(address);
      return void socket.resetAndDestroy();
    }
    socket.once('close', (wasReset) => {
      open.remove(network, socket);
      setTimeout(() => shares.giveBack(address), wasReset ? resetTimes * countedMs : countedMs).unref();
    });
    serve.call(server, socket);
  });
}
