import type { FastifyInstance } from 'fastify';
import { SETTLEMENT_FAULT_NAMES, type SettlementFault } from '../razorpay/settlement-faults';
import { plantFault } from '../razorpay/settlements';
import type { Store } from '../razorpay/store';

type Plant = { Body: { fault: SettlementFault; id: string } };

const PLANT = {
  schema: {
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['fault', 'id'],
      properties: { fault: { enum: SETTLEMENT_FAULT_NAMES }, id: { type: 'string' } },
    },
  },
};

const list = ({ settlementFaults }: Store) => [...settlementFaults].map(([entity_id, fault]) => ({ fault, entity_id }));

/** Differences between the account's books and its settlements. */
export function settlementControls(app: FastifyInstance, store: Store) {
  app.get('/settlements/faults', async () => list(store));
  app.post<Plant>('/settlements/faults', PLANT, async ({ body }) => plantFault(store, body.id, body.fault));
  app.delete('/settlements/faults', async (_request, reply) => {
    store.settlementFaults.clear();
    return reply.code(204).send();
  });
}
