import type { OrderStatus } from './generated/prisma/client';

/** Number of orders that entered each state in this process. Metrics read it, so that payments need no metrics. */
export const enteredStates = new Map<OrderStatus, number>();

export const countEntered = (status: OrderStatus) => enteredStates.set(status, (enteredStates.get(status) ?? 0) + 1);
