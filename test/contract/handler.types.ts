// These lines must not compile. `npm run check` fails if one does.
import { In, Operation } from '../../apps/bff/src/contract/operation';
import type { Input } from '../../apps/bff/src/contract/types';

const order = { id: 'order_Q2b7XkLm90PzTa', amount: 15000, currency: 'INR' as const };

export class RightHandlers {
  @Operation('createOrder')
  async createOrder(@In() input: Input<'createOrder'>) {
    const rupees: 150 | number = input.body.amount;
    return { ...order, amount: rupees * 100 };
  }

  @Operation('getHealth')
  async getHealth() {
    return { status: 'ok' as const, version: '' };
  }
}

export class ReplyWithANestedSecret {
  // @ts-expect-error: `ownerId` of an item is not in the contract
  @Operation('listOrders')
  async listOrders() {
    const payment = { status: 'PAID' as const, amountPaise: 15000, paidAt: null, nextCheckAt: null, payments: [] };
    const item = { ...order, ...payment, receipt: 'r', createdAt: '2026-01-15T09:29:00.000Z', ownerId: 'x' };
    const { amount: _, ...fitting } = item;
    return { items: [fitting], nextCursor: null };
  }
}

export class AnotherName {
  // @ts-expect-error: a handler has the name of its operation
  @Operation('getHealth')
  async health() {
    return { status: 'ok' as const, version: '' };
  }
}
