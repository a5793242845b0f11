import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Fault, FaultAction, Faults } from './faults';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's name for scripted faults and for counting. A route without one is never disturbed. */
    operation?: string;
  }
  interface FastifyRequest {
    fault?: Fault;
  }
}

/** Counts every named request and lets the scripted faults meet it. */
export function meetFaults(app: FastifyInstance, faults: Faults, counts: Map<string, number>): void {
  app.decorateRequest('fault');
  app.addHook('preHandler', async (request, reply) => {
    const { operation } = request.routeOptions.config;
    if (!operation) return;
    counts.set(operation, (counts.get(operation) ?? 0) + 1);
    request.fault = faults.meet({ operation, method: request.method, url: request.url });
    if (request.fault && !isAfter(request.fault.do)) return disturbBefore(faults, request.fault, request, reply);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { fault } = request;
    return fault && isAfter(fault.do) ? disturbAfter(faults, fault, request, reply, payload) : payload;
  });
}

function isAfter({ when, kind }: FaultAction): boolean {
  return (when ?? (kind === 'garbage' ? 'after' : 'before')) === 'after';
}

/** Returning the reply tells Fastify that the handler is not to run. */
async function disturbBefore(faults: Faults, fault: Fault, request: FastifyRequest, reply: FastifyReply) {
  const action = fault.do;
  await pause(faults, fault);
  if (action.kind === 'drop') {
    reply.hijack();
    request.raw.socket.destroy();
  }
  const instead = replacement(action, reply);
  return instead === undefined ? undefined : reply.send(instead);
}

/** The work is done and would be answered now: the payload is held back, replaced, or lost with its connection. */
async function disturbAfter(
  faults: Faults,
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
) {
  await pause(faults, fault);
  if (fault.do.kind === 'drop') request.raw.socket.destroy();
  const instead = replacement(fault.do, reply);
  if (instead === undefined) return payload;
  reply.removeHeader('content-length');
  return instead;
}

async function pause(faults: Faults, { id, do: action }: Fault): Promise<void> {
  if (action.kind === 'delay') await sleep(action.ms);
  if (action.kind === 'hang') await faults.released(id);
}

/** Another answer than the right one, with its status and headers set, where the fault is such. */
function replacement(action: FaultAction, reply: FastifyReply): string | undefined {
  if (action.kind === 'garbage') {
    reply.code(200).type('text/html');
    return action.body ?? '<html><body>Bad gateway, but with 200 OK</body></html>';
  }
  if (action.kind !== 'status') return undefined;
  reply.code(action.status).headers(action.headers ?? {});
  if (typeof action.body === 'string') return action.body;
  reply.type('application/json');
  return JSON.stringify(action.body ?? standardBody(action.status));
}

function standardBody(status: number) {
  const code = status >= 500 ? 'SERVER_ERROR' : 'BAD_REQUEST_ERROR';
  const description = status === 429 ? 'Too many requests' : 'A fault that was asked for';
  return { error: { code, description, source: 'NA', step: 'NA', reason: 'NA', metadata: {} } };
}
