import { asProblem } from '../../api/problem';
import type { KeptOrder } from './kept-order';
import { claimOrder, createOrder, type PayerOrder } from './payment-calls';

/** Money is on this order, or may be: nobody should pay again without knowing. */
export const hasMoney = ({ status }: PayerOrder) => ['AUTHORIZED', 'PAID', 'REVIEW'].includes(status);

/** The order kept from before as it stands now, or null where nothing can be paid on it any more. */
async function takeUp(kept: KeptOrder): Promise<PayerOrder | null> {
  const orderId = kept.read()?.orderId;
  if (!orderId) return null;
  try {
    const order = await claimOrder(orderId);
    return order.status === 'CREATED' || hasMoney(order) ? order : null;
  } catch (thrown) {
    // Unknown, or another person's: a new one is needed. Anything else says nothing about the order.
    if ([400, 403, 404].includes(asProblem(thrown).status)) return null;
    throw thrown;
  }
}

/**
 * The order to pay: the open one, or a new one. It is written down before anything else can fail, and claimed before
 * checkout opens, so that money which arrives after the browser has died belongs to somebody.
 */
export async function openOrder(kept: KeptOrder): Promise<PayerOrder> {
  const before = await takeUp(kept);
  if (before) return before;
  const { id } = await createOrder();
  kept.write({ orderId: id });
  return claimOrder(id);
}
