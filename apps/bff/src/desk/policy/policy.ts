import type { Access } from '@novacore/contract/operations';
import { contractOperation, contractOperations, type OperationId } from '../../contract/contract';
import type { Caller } from '../../contract/types';
import { Refusal } from '../../problem/problem';

/** The rights of each role by kind of operation (`x-access` in the contract). A new role is a new row here. */
export const roles: Record<string, readonly Access[]> = {
  support: ['read', 'act'],
  finance: ['read', 'books', 'act', 'money'],
};

/** Guards, the actions of a page and the menu all ask this. An unknown role may do nothing. */
export function may(role: string, operation: OperationId, table = roles): boolean {
  const { desk } = contractOperation(operation);
  const allowed = Object.hasOwn(table, role) ? table[role] : undefined;
  return !!desk && !!allowed?.includes(desk.access);
}

/** Whether a caller may use an operation on an order of this owner. Staff members move no money of their own orders. */
export const mayOnOrder = ({ staff, userId }: Caller, operation: OperationId, ownerId: string | null): boolean =>
  !!staff &&
  may(staff.role, operation) &&
  (ownerId !== userId || contractOperation(operation).desk?.access !== 'money');

/** @throws Refusal 403 own_order */
export function requireOthersOrder(caller: Caller, operation: OperationId, ownerId: string | null): void {
  if (!mayOnOrder(caller, operation, ownerId)) throw new Refusal('own_order');
}

export const operationsFor = (role: string): OperationId[] =>
  [...contractOperations.keys()].filter((operation) => may(role, operation));
