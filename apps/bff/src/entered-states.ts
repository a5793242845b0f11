import type { OrderStatus } from './generated/prisma/client';

/** How many orders entered each state by a change of this process. Metrics show it; payments do not know metrics. */
export const enteredStates = new Map<OrderStatus, number>();

export const countEntered = (status: OrderStatus) => enteredStates.set(status, (enteredStates.get(status) ?? 0) + 1);
