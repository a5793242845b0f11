import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  HttpCode,
  Redirect,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  type Type,
} from '@nestjs/common';
import { routePath } from '@novacore/contract/operations';
import type { FastifyRequest } from 'fastify';
import { originOf } from '../client-network';
import { type ContractOperation, contractOperation, contractOperations, type OperationId } from './contract';
import type { FileReply } from './file-reply';
import type { Caller, Handler, HasExcess, Input, Reply } from './types';

const OPERATION = 'contract:operation';

/** Compiles only if the contract has every field of the handler's reply. */
type NoExcess<Fn, Id extends OperationId> = Fn extends (...args: never[]) => Promise<infer Actual>
  ? HasExcess<Actual extends FileReply ? undefined : Actual, Reply<Id>> extends true
    ? { 'the reply has a field that the contract does not have': never }
    : unknown
  : never;

/**
 * Makes a controller method the handler of the operation with the same name. Method, path, status and types come from
 * openapi.yaml.
 *
 *     @Operation('createOrder')
 *     createOrder(@In() input: Input<'createOrder'>) { return this.orders.createOrder(input.body); }
 */
export function Operation<Id extends OperationId>(id: Id) {
  const operation = contractOperation(id);
  const { method, path, successStatus } = operation;
  const decorate = applyDecorators(
    RequestMapping({
      method: RequestMethod[method.toUpperCase() as Uppercase<typeof method>],
      path: routePath(path),
    }),
    ...(successStatus === 303 ? [Redirect('/', 303)] : [HttpCode(successStatus)]),
    SetMetadata(OPERATION, operation),
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

/** The only parameter of a handler: see `Input`. */
export const In = createParamDecorator((_: unknown, context: ExecutionContext): Input<OperationId> => {
  const request = context.switchToHttp().getRequest<ContractRequest>();
  return {
    body: request.body,
    path: request.params,
    query: request.query,
    headers: request.headers,
    rawBody: request.rawBody ?? Buffer.alloc(0),
    origin: originOf(request),
    session: request.user,
    get caller() {
      return callerOf(request);
    },
  } as Input<OperationId>;
});

/** @throws Error if the handler has no `@Operation` */
export function operationOf(context: ExecutionContext): ContractOperation {
  const operation: ContractOperation | undefined = Reflect.getMetadata(OPERATION, context.getHandler());
  if (operation) return operation;
  throw new Error(`${context.getClass().name}.${context.getHandler().name} is not an operation of the contract`);
}

const methodsOf = (controller: Type) =>
  Object.values(Object.getOwnPropertyDescriptors(controller.prototype))
    .map(({ value }) => value)
    .filter((value) => value !== controller) // the class itself has a path too
    .filter((value): value is () => unknown => value instanceof Function && Reflect.hasMetadata('path', value));

/** @returns the differences between contract and handlers */
export function contractGaps(controllers: Type[]): string[] {
  const methods = controllers.flatMap(methodsOf);
  const handled = methods.map(
    (method) => (Reflect.getMetadata(OPERATION, method) as ContractOperation | undefined)?.id,
  );
  const undeclared = methods
    .filter((_, index) => !handled[index])
    .map(({ name }) => `${name} is no operation of the contract`);
  const miscounted = [...contractOperations.keys()]
    .map((id) => [id, handled.filter((each) => each === id).length] as const)
    .filter(([, count]) => count !== 1)
    .map(([id, count]) => `${id} has ${count} handlers`);
  return [...undeclared, ...miscounted];
}
