import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../config/config';
import { type ContractOperation, contractOperations, formType } from '../contract/contract';
import type { Caller } from '../contract/types';
import { replyFaults } from '../contract/validation';
import { isDatabaseUnavailable, lacksRights } from '../database/unavailable';
import { invalidInput, type ProblemCode, problemDocument, problemType, Refusal } from './problem';

/** Refusals before a handler runs, by status. Nest turns Fastify's errors into HttpExceptions. */
const refusals: Record<number, 'not_found' | 'payload_too_large'> = { 404: 'not_found', 413: 'payload_too_large' };

/** The reply to an unreadable body from staff. */
const unreadable = 'The body must be JSON of at most 16 KB, without forbidden keys.';

/** RFC 6750, section 3.1, gives no reason to a call without a token. */
const challenges: Partial<Record<ProblemCode, string>> = {
  token_invalid: 'Bearer error="invalid_token"',
  account_deleted: 'Bearer error="invalid_token"',
};

/** RFC 9470 defines the challenge for an old login. */
const challengeOf = (code: ProblemCode, { desk }: ContractOperation) =>
  code === 'passkey_needed' && desk
    ? `Bearer error="insufficient_user_authentication", max_age=${desk.passkeyMinutes * 60}`
    : (challenges[code] ?? 'Bearer');

const operations = [...contractOperations.values()];

const isOfDesk = (operation?: ContractOperation) => operation?.path.startsWith('/desk/') ?? false;

/** The methods of the contract at this path, without the desk, which stays hidden. */
function methodsAt(url: string) {
  const path = url.replace(/\?.*/s, '').replace(/^\/api/, '');
  return operations
    .filter(
      (operation) => !isOfDesk(operation) && new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
    )
    .flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
}

/** The operation of the matched route, even if its handler did not run. */
export function operationAt({ routeOptions, method }: FastifyRequest): ContractOperation | undefined {
  const path = routeOptions.url?.replace(/^\/api/, '').replace(/:(\w+)/g, '{$1}');
  return operations.find((operation) => operation.path === path && operation.method === method.toLowerCase());
}

/** Fastify refuses a QUERY without a body before it looks for a route. */
function statusOf(error: unknown, method: string): number | undefined {
  if (method === 'QUERY') return 404;
  return error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number }).statusCode;
}

function toProblem(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  const { url, method } = request;
  const status = statusOf(error, method);
  const allow = status === 404 ? methodsAt(url) : [];
  if (allow.length && !allow.includes(method)) return new Refusal('method_not_allowed', {}, { allow });
  const operation = operationAt(request);
  if (isOfDesk(operation) && (error instanceof SyntaxError || [400, 413, 415].includes(status ?? 0)))
    return invalidInput('', unreadable);
  const refusal = refusals[status ?? 0];
  if (refusal) return new Refusal(refusal);
  const type = operation?.form ? formType : 'application/json';
  if (status === 415) return new Refusal('unsupported_media_type', { type });
  if (error instanceof SyntaxError || status === 400) return new Refusal('malformed_json');
  if (isDatabaseUnavailable(error) || lacksRights(error)) return new Refusal('unavailable');
  return new Refusal('unexpected');
}

/** Writes every error reply and logs the error once. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly config: Config) {}

  catch(error: unknown, host: ArgumentsHost) {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest & { user?: Caller }>();
    const operation = operationAt(request);
    const problem = this.fitting(toProblem(error, request), operation, request);
    const { status, code, extra } = problem;
    const { user } = request;
    if (status >= 500) request.log.error({ err: error, code }, 'request failed');
    else request.log.info({ code, status, userId: user?.userId, address: request.ip }, 'request refused');
    const reply = http.getResponse<FastifyReply>().status(status).type(problemType).header('request-id', request.id);
    if (status === 401 && operation?.secured) reply.header('www-authenticate', challengeOf(code, operation));
    if (extra.retryAfterSeconds) reply.header('retry-after', extra.retryAfterSeconds);
    if (extra.allow) reply.header('allow', extra.allow.join(', '));
    reply.send(JSON.stringify(problemDocument(this.config.publicUrl, problem, request.id, operation?.authProblem)));
  }

  /** With `checkReplies`, a problem that the operation does not list becomes `unexpected`. */
  private fitting(problem: Refusal, operation: ContractOperation | undefined, request: FastifyRequest): Refusal {
    if (!operation || !this.config.checkReplies) return problem;
    const { id, authProblem } = operation;
    const document = problemDocument(this.config.publicUrl, problem, request.id, authProblem);
    const faults = replyFaults(id, problem.status, document);
    if (!faults.length) return problem;
    request.log.error({ operation: id, code: problem.code, faults }, 'the problem does not match the contract');
    return new Refusal('unexpected');
  }
}
