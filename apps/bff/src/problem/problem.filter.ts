import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../config/config';
import { contractOperation, contractOperations, type OperationId } from '../contract/contract';
import { replyFaults } from '../contract/validation';
import { Problem } from './problem';
import { toProblem } from './to-problem';

/** Which operation an address belongs to, also where the request never reached a handler. */
function operationAt(request: FastifyRequest): OperationId | undefined {
  const path = request.routeOptions.url?.replace(/^\/api/, '').replace(/:(\w+)/g, '{$1}');
  const found = [...contractOperations.values()].find(
    (operation) => operation.path === path && operation.method === request.method.toLowerCase(),
  );
  return found?.id;
}

/** What a problem looks like on the wire. */
function body({ status, code, title, extra: { errors } }: Problem, request: FastifyRequest, id?: OperationId) {
  const authFields = id && contractOperation(id).authProblem ? { success: false, message: title } : {};
  return {
    type: `/docs/errors#${code}`,
    title,
    status,
    code,
    requestId: request.id,
    ...(errors && { errors }),
    ...authFields,
  };
}

/** The one exit for errors. What nobody foresaw becomes `unexpected` and is logged, once. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly config: Config) {}

  catch(error: unknown, host: ArgumentsHost) {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const id = operationAt(request);
    const problem = this.fitting(toProblem(error, request), id, request);
    if (problem.status >= 500) request.log.error({ err: error, code: problem.code }, 'request failed');
    else request.log.info({ code: problem.code, status: problem.status }, 'request refused');
    const reply = http
      .getResponse<FastifyReply>()
      .status(problem.status)
      .type('application/problem+json; charset=utf-8');
    if (problem.status === 401 && id && contractOperation(id).secured) reply.header('www-authenticate', 'Bearer');
    if (problem.extra.retryAfterSeconds) reply.header('retry-after', problem.extra.retryAfterSeconds);
    if (problem.extra.allow) reply.header('allow', problem.extra.allow.join(', '));
    reply.send(JSON.stringify(body(problem, request, id)));
  }

  /** Where replies are checked, a problem that the contract does not list for this operation is a defect. */
  private fitting(problem: Problem, id: OperationId | undefined, request: FastifyRequest): Problem {
    if (!id || !this.config.checkReplies) return problem;
    const faults = replyFaults(id, problem.status, body(problem, request, id));
    if (!faults.length) return problem;
    request.log.error({ operation: id, code: problem.code, faults }, 'the problem does not fit the contract');
    return new Problem(500, 'unexpected', 'Something went wrong on our side.');
  }
}
