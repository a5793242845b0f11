import { HttpException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { contractOperations } from '../contract/contract';
import { isDatabaseUnavailable } from '../database/unavailable';
import { Problem, type ProblemCode } from './problem';

/** What is refused before a handler runs, by its HTTP status. Nest turns Fastify's own errors into HttpExceptions. */
const refusals: Record<number, [number, ProblemCode, string]> = {
  404: [404, 'not_found', 'There is nothing at this address.'],
  413: [413, 'payload_too_large', 'The body is too large.'],
  415: [415, 'unsupported_media_type', 'The body must be application/json.'],
};

/** What the contract offers at this address. */
function methodsAt(url: string) {
  const path = url.replace(/\?.*/s, '').replace(/^\/api/, '');
  return [...contractOperations.values()]
    .filter((operation) => new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
    .flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
}

/** What any error means to a client. */
export function toProblem(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  const status = error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number }).statusCode;
  const allow = status === 404 ? methodsAt(request.url) : [];
  if (allow.length) return new Problem(405, 'method_not_allowed', 'This address does not take this method.', { allow });
  const refusal = refusals[status ?? 0];
  if (refusal) return new Problem(...refusal);
  if (error instanceof SyntaxError || status === 400)
    return new Problem(400, 'malformed_json', 'The body is not valid JSON.');
  if (isDatabaseUnavailable(error))
    return new Problem(503, 'unavailable', 'The service is not available. Please try again.');
  return new Problem(500, 'unexpected', 'Something went wrong on our side.');
}
