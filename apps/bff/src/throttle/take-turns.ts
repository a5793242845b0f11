import type { FastifyInstance, RouteOptions } from 'fastify';
import { contractOperations, type OperationId } from '../contract/contract';
import { networkOf } from './network';
import { Turns } from './turns';

/** Calls of one network that are worked on at once: fewer than the database's ten connections. */
const mostOfOneNetwork = 4;
/** They may wait for the payment provider, so they wait apart. */
const asksProvider = new Set<OperationId | undefined>(['createOrder', 'verifyPayment']);
const mostThatAsk = 16;
/** `PasswordHasher` has turns of its own. */
const hashes = new Set<OperationId | undefined>(['signUp', 'logIn', 'changePassword']);

const operationAt = ({ method, url }: RouteOptions) =>
  [...contractOperations.values()].find(
    (each) => each.method.toUpperCase() === method && `/api${each.path.replace(/\{(\w+)\}/g, ':$1')}` === url,
  )?.id;

/** Done also where the caller has hung up meanwhile: nobody asks for it again. */
const doneAnyway = new Set<OperationId | undefined>(['logOut', 'claimOrder', 'receivePaymentEvent', 'reportVitals']);

/**
 * A network's further calls wait for its own, not in everybody's way to the database. Who has hung up meanwhile is read
 * nothing, and no order is made for them.
 */
export function takeTurns(fastify: FastifyInstance) {
  const turnsOf = new Map<string, Turns>();

  async function inTurn(whose: string, most: number, work: () => Promise<unknown>) {
    const turns = turnsOf.get(whose) ?? new Turns(most);
    turnsOf.set(whose, turns);
    try {
      return await turns.take(work);
    } finally {
      if (turns.idle) turnsOf.delete(whose);
    }
  }

  fastify.addHook('onRoute', (route) => {
    const id = operationAt(route);
    if (!id || hashes.has(id)) return;
    const { handler } = route;
    route.handler = async function (request, reply) {
      const work = async () =>
        !doneAnyway.has(id) && !request.raw.socket.writable ? reply.hijack() : handler.call(this, request, reply);
      const network = networkOf(request.ip);
      return asksProvider.has(id)
        ? inTurn(`${network} asks`, mostThatAsk, work)
        : inTurn(network, mostOfOneNetwork, work);
    };
  });
}
