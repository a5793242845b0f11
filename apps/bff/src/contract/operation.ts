import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { endTurn } from '../throttle/take-turns';
import { contractOperation, type OperationId, routePath } from './contract';
import type { Caller, Handler, HasExcess, Input, Reply } from './types';

export const OPERATION = 'contract:operation';

/** Compiles only where the handler's reply has no field that the contract does not have. */
type NoExcess<Fn, Id extends OperationId> = Fn extends (...args: never[]) => Promise<infer Actual>
  ? HasExcess<Actual, Reply<Id>> extends true
    ? { 'the reply has a field that the contract does not have': never }
    : unknown
  : never;

/**
 * Makes a controller's method the handler of the contract's operation of the same name: method, path and success
 * status come from openapi.yaml; input and reply are typed by it.
 *
 *     @Operation('createOrder')
 *     createOrder(@In() input: Input<'createOrder'>) { return this.orders.create(input.body); }
 */
export function Operation<Id extends OperationId>(id: Id) {
  const { method, path, successStatus } = contractOperation(id);
  const decorate = applyDecorators(
    RequestMapping({
      method: method === 'get' ? RequestMethod.GET : RequestMethod.POST,
      path: routePath(path),
    }),
    HttpCode(successStatus),
    SetMetadata(OPERATION, id),
  );
  return <Fn extends Handler<Id>>(
    target: object,
    key: Id,
    descriptor: TypedPropertyDescriptor<Fn> & NoExcess<Fn, Id>,
  ) => decorate(target, key, descriptor);
}

type ContractRequest = FastifyRequest & { user?: Caller; rawBody?: Buffer };

function callerOf({ user, url }: ContractRequest): Caller {
  if (!user) throw new Error(`${url} is open: there is no caller`);
  return user;
}

/** The handler's one parameter: see `Input`. */
export const In = createParamDecorator((_: unknown, context: ExecutionContext): Input<OperationId> => {
  const request = context.switchToHttp().getRequest<ContractRequest>();
  return {
    body: request.body,
    path: request.params,
    query: request.query,
    headers: request.headers,
    rawBody: request.rawBody ?? Buffer.alloc(0),
    address: request.ip,
    hasHungUp: () => !request.raw.socket.writable,
    endTurn: () => endTurn(request),
    get caller() {
      return callerOf(request);
    },
  } as Input<OperationId>;
});
