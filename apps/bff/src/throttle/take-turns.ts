import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { contractOperations, type OperationId, routePath } from '../contract/contract';
import { FairTurns } from './fair-turns';
import { networkOf } from './network';

/** Calls that are worked on at once, which keeps this process busy as it is; and how many of one network. */
const usual = [4, 2] as const;
/** Each waits for the payment provider. Verifications do so at `PaymentService`, which has turns of its own for it. */
const orders = [64, 16] as const;
/** Nothing is looked up for them before `PasswordHasher`, which has turns of its own, lets them in. */
const hashes = new Set<OperationId | undefined>(['signUp', 'logIn']);
/** Done also where the caller has hung up meanwhile: nobody asks for it again. */
const doneAnyway = new Set<OperationId | undefined>(['logOut', 'claimOrder', 'reportVitals']);

const operationAt = ({ method, url }: RouteOptions) =>
  [...contractOperations.values()].find(
    (each) => each.method.toUpperCase() === method && `/api${routePath(each.path)}` === url,
  )?.id;

/** How long a call that was worked on for nobody goes on counting for its network, in milliseconds. */
const abandonedMs = 1_000;

/** After what has arrived is read: who has hung up right behind their call is known by then. */
const nextRead = async () => {
  await setImmediate();
  await setImmediate();
};

/** Resolves when the answer has left, or nobody was there to take it: of several that wait, Node closes the first alone. */
const answered = ({ raw, request }: FastifyReply) =>
  new Promise<void>((resolve) => {
    const { socket } = request.raw;
    const done = () => {
      socket.off('close', done);
      if (raw.writableFinished) resolve();
      else setTimeout(resolve, abandonedMs).unref();
    };
    socket.setMaxListeners(0).once('close', done);
    raw.once('close', done);
  });

const turnEnds = 'turnEnds';

/** Gives this call's turn to the next: what is still to be done for it waits for turns of another kind. */
export const endTurn = ({ raw }: FastifyRequest) => void raw.emit(turnEnds);

const turnEnded = ({ raw }: FastifyRequest) => new Promise((resolve) => raw.once(turnEnds, resolve));

/**
 * A network's further calls wait for its own, not in everybody's way to the database. Who has hung up meanwhile is read
 * nothing, and no order is made for them. Who takes no answers gets no more of them: they fill the memory.
 */
export function takeTurns(fastify: FastifyInstance) {
  const usualTurns = new FairTurns(...usual);
  const orderTurns = new FairTurns(...orders);
  fastify.addHook('onRoute', (route) => {
    const id = operationAt(route);
    // `WebhookService` has turns of its own, and an event is taken in anyway.
    if (!id || id === 'receivePaymentEvent') return;
    const turns = id === 'createOrder' ? orderTurns : usualTurns;
    const { handler } = route;
    route.handler = async function (request, reply) {
      if (doneAnyway.has(id)) return turns.take(networkOf(request.ip), async () => handler.call(this, request, reply));
      let left: Promise<unknown> | undefined;
      let handled: unknown;
      const work = async () => {
        await nextRead();
        if (!request.raw.socket.writable) return reply.hijack();
        const ended = turnEnded(request);
        left = Promise.race([answered(reply), ended]);
        handled = handler.call(this, request, reply);
        return Promise.race([handled, ended]);
      };
      await (hashes.has(id) ? work() : turns.take(networkOf(request.ip), work, async () => left));
      return handled;
    };
  });
}
