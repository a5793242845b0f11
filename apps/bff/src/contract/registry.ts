import type { ExecutionContext, Type } from '@nestjs/common';
import { contractOperations, type OperationId } from './contract';
import { OPERATION } from './operation';

/** Which operation a request is for. @throws Error on a handler without `@Operation`. */
export function operationOf(context: ExecutionContext): OperationId {
  const id: OperationId | undefined = Reflect.getMetadata(OPERATION, context.getHandler());
  if (!id) throw new Error(`${context.getClass().name}.${context.getHandler().name} is no operation of the contract`);
  return id;
}

const methodsOf = (controller: Type) =>
  Object.values(Object.getOwnPropertyDescriptors(controller.prototype))
    .map(({ value }) => value)
    .filter((value) => value !== controller) // the class itself has a path too
    .filter((value): value is () => unknown => value instanceof Function && Reflect.hasMetadata('path', value));

/** Where contract and handlers differ, either way. Empty when they fit one to one. */
export function contractGaps(controllers: Type[]): string[] {
  const methods = controllers.flatMap(methodsOf);
  const handled = methods.map((method) => Reflect.getMetadata(OPERATION, method) as OperationId | undefined);
  const strangers = methods
    .filter((_, index) => !handled[index])
    .map(({ name }) => `${name} is no operation of the contract`);
  const miscounted = [...contractOperations.keys()]
    .map((id) => [id, handled.filter((each) => each === id).length] as const)
    .filter(([, count]) => count !== 1)
    .map(([id, count]) => `${id} has ${count} handlers`);
  return [...strangers, ...miscounted];
}
