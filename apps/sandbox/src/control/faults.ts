import type { FastifyInstance } from 'fastify';
import { codesOf } from '../api/problem';
import type { Fault, FaultAction, FaultRule, Faults } from '../faults/faults';
import { invalidInput, refused, unknownId } from '../razorpay/errors';

export type RuleInput = { match?: FaultRule['match']; times?: number; skip?: number; do: FaultAction };
type ById = { Params: { id: string } };
type Hit = ById & { Querystring: { count: number; timeoutMs: number } };

const action = (kind: string, properties: object = {}, required: string[] = []) => ({
  type: 'object',
  additionalProperties: false,
  required: ['kind', ...required],
  properties: { kind: { const: kind }, when: { enum: ['before', 'after'] }, ...properties },
});

const RULE = {
  type: 'object',
  additionalProperties: false,
  required: ['do'],
  properties: {
    match: {
      type: 'object',
      additionalProperties: false,
      properties: {
        operation: { type: 'string' },
        method: { type: 'string' },
        path: { type: 'string', format: 'regex' },
      },
    },
    times: { type: 'integer', minimum: 0 },
    skip: { type: 'integer', minimum: 0 },
    do: {
      oneOf: [
        action('delay', { ms: { type: 'integer', minimum: 0 } }, ['ms']),
        action(
          'status',
          {
            status: { type: 'integer', minimum: 200, maximum: 599 },
            code: { type: 'string' },
            body: {},
            headers: { type: 'object' },
          },
          ['status'],
        ),
        action('drop'),
        action('garbage', { body: { type: 'string' } }),
        action('hang'),
      ],
    },
  },
};

const ADD = { schema: { body: { oneOf: [RULE, { type: 'array', items: RULE }] } } };
const HIT = {
  schema: {
    querystring: {
      type: 'object',
      properties: { count: { type: 'integer', default: 1 }, timeoutMs: { type: 'integer', default: 10_000 } },
    },
  },
};

export function faultControls(app: FastifyInstance, faults: Faults) {
  const findFault = (id: string): Fault => {
    const fault = faults.find(id);
    if (!fault) throw unknownId();
    return fault;
  };
  app.get('/faults', async () => faults.list());
  app.post<{ Body: RuleInput | RuleInput[] }>('/faults', ADD, async ({ body }) => {
    return addFaults(faults, [body].flat());
  });
  app.delete('/faults', async (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
  app.get<Hit>('/faults/:id/hit', HIT, async ({ params, query }) => {
    const fault = findFault(params.id);
    const reached = await faults.waitForHits(fault, query.count, AbortSignal.timeout(query.timeoutMs));
    if (!reached) throw refused(`Hit ${fault.hits} times, not ${query.count}, within ${query.timeoutMs} ms`, 408);
    return fault;
  });
  app.post<ById>('/faults/:id/release', async ({ params }) => {
    faults.release(findFault(params.id).id);
    return findFault(params.id);
  });
}

/** @throws RazorpayError for an unknown name or code, because such a rule would have no effect */
export function addFaults(faults: Faults, inputs: RuleInput[]): Fault[] {
  const rules = inputs.map(withDefaults);
  for (const { match, do: action } of rules) {
    const { operation } = match;
    if (operation && !faults.operations.has(operation)) {
      const known = [...faults.operations].join(', ');
      throw invalidInput(`There is no operation ${operation}. There are ${known}.`, 'operation');
    }
    if (action.kind !== 'status' || !action.code) continue;
    const codes = codesOf(operation, action.status);
    if (codes.includes(action.code)) continue;
    const known = codes.join(', ') || 'no code';
    throw invalidInput(`${operation ?? 'No operation'} answers ${action.status} with ${known}.`, 'code');
  }
  return faults.add(rules);
}

function withDefaults({ match = {}, times = 1, skip = 0, do: action }: RuleInput): FaultRule {
  return { match, times, skip, do: action };
}
