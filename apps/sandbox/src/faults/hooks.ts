import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isApiOperation, problemBody } from '../api/problem';
import type { Fault, FaultAction, Faults } from './faults';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Names the route for scripted faults and request counts. Routes without a name have neither. */
    operation?: string;
  }
  interface FastifyRequest {
    fault?: Fault;
    /** Operations of the API exist only with it. */
    apiUrl?: string;
  }
}

/** Counts the requests of named routes and applies scripted faults to them. */
export function installFaults(
  app: FastifyInstance,
  faults: Faults,
  counts: Map<string, number>,
  apiUrl: string | undefined,
): void {
  app.addHook('onRoute', ({ config }) => void (config?.operation && faults.operations.add(config.operation)));
  app.decorateRequest('fault');
  app.decorateRequest('apiUrl', apiUrl);
  app.addHook('preHandler', async (request, reply) => {
    const { operation } = request.routeOptions.config;
    if (!operation) return;
    counts.set(operation, (counts.get(operation) ?? 0) + 1);
    request.fault = faults.match({ operation, method: request.method, url: request.url });
    if (request.fault && !isAfter(request.fault.do)) return applyBefore(faults, request.fault, request, reply);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { fault } = request;
    return fault && isAfter(fault.do) ? applyAfter(faults, fault, request, reply, payload) : payload;
  });
}

function isAfter({ when, kind }: FaultAction): boolean {
  return (when ?? (kind === 'garbage' ? 'after' : 'before')) === 'after';
}

/** Returns the reply if the handler must not run. */
async function applyBefore(faults: Faults, fault: Fault, request: FastifyRequest, reply: FastifyReply) {
  const action = fault.do;
  await pause(faults, fault);
  if (action.kind === 'drop') {
    reply.hijack();
    request.raw.socket.destroy();
  }
  const body = replacement(action, request, reply);
  return body === undefined ? undefined : reply.send(body);
}

/** The request has been processed. Its reply is delayed, replaced, or lost with the connection. */
async function applyAfter(
  faults: Faults,
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
) {
  await pause(faults, fault);
  if (fault.do.kind === 'drop') request.raw.socket.destroy();
  const body = replacement(fault.do, request, reply);
  if (body === undefined) return payload;
  reply.removeHeader('content-length');
  return body;
}

async function pause(faults: Faults, { id, do: action }: Fault): Promise<void> {
  if (action.kind === 'delay') await sleep(action.ms);
  if (action.kind === 'hang') await faults.waitForRelease(id);
}

/** The body that replaces the normal one, if any. Sets status and headers. */
function replacement(
  action: FaultAction,
  { routeOptions, apiUrl }: FastifyRequest,
  reply: FastifyReply,
): string | undefined {
  if (action.kind === 'garbage') {
    reply.code(200).type('text/html');
    return action.body ?? '<html><body>Bad gateway, but with 200 OK</body></html>';
  }
  if (action.kind !== 'status') return undefined;
  reply.code(action.status).headers(action.headers ?? {});
  if (typeof action.body === 'string') return action.body;
  const { operation = '' } = routeOptions.config;
  if (action.body === undefined && apiUrl && isApiOperation(operation))
    return problemBody(reply, apiUrl, operation, action.status, action.code);
  reply.type('application/json');
  return JSON.stringify(action.body ?? standardBody(action.status));
}

function standardBody(status: number) {
  const code = status >= 500 ? 'SERVER_ERROR' : 'BAD_REQUEST_ERROR';
  const description = status === 429 ? 'Too many requests' : 'Scripted fault';
  return { error: { code, description, source: 'NA', step: 'NA', reason: 'NA', metadata: {} } };
}
