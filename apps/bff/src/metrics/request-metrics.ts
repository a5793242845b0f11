import type { FastifyInstance } from 'fastify';
import { Histogram, Registry } from 'prom-client';
import { operationAt } from '../problem/problem.filter';

export const registry = new Registry();

/** The operation of pages and files is `site`. */
export function countRequests(fastify: FastifyInstance) {
  const latency = new Histogram({
    name: 'novacore_request_seconds',
    help: 'Requests by operation and status, with their latency.',
    labelNames: ['operation', 'status'] as const,
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  fastify.addHook('onResponse', async (request, reply) => {
    const operation = operationAt(request)?.id ?? 'site';
    latency.observe({ operation, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
}
