import { Injectable } from '@nestjs/common';
import type { Order } from '../generated/prisma/client';
import { isRefusal, jitter } from '../payment/provider-call';
import { type ProviderOrder, RazorpayGateway } from '../payment/razorpay.gateway';
import { OrderLedger } from './order-ledger';

/** An order that the provider does not know yet. */
export type NewOrder = ProviderOrder & { id: string };

/** Puts our orders into the provider's books, once each, whatever gets lost on the way. */
@Injectable()
export class ProviderOrders {
  constructor(
    private readonly gateway: RazorpayGateway,
    private readonly ledger: OrderLedger,
  ) {}

  /**
   * Makes the provider's order for a row of ours. At most three calls, so at most 8 s. @returns its id.
   * @throws Problem `provider_refused`: the order is CREATE_FAILED; `provider_unavailable`: the reconciler clears it up.
   */
  async place(order: NewOrder): Promise<string> {
    return this.ledger.placed(order.id, await this.make(order), 'createOrder');
  }

  /** Clears up a creation that was cut off: CREATED where the provider knows its receipt, else CREATE_FAILED. */
  async clearUp(order: Order): Promise<Order> {
    const id = await this.gateway.findOrder(order);
    return id ? this.ledger.created(order.id, id, 'reconciler') : this.ledger.creationFailed(order.id, 'reconciler');
  }

  private async make(order: NewOrder): Promise<string> {
    try {
      return await this.makeOnce(order);
    } catch (error) {
      if (isRefusal(error)) await this.ledger.creationFailed(order.id, 'createOrder');
      throw error;
    }
  }

  /** An unclear answer is followed by a look at the provider's books, under our receipt, before anything is repeated. */
  private async makeOnce(order: NewOrder): Promise<string> {
    try {
      return await this.gateway.createOrder(order);
    } catch (error) {
      if (isRefusal(error)) throw error;
      await jitter();
      return (await this.gateway.findOrder(order)) ?? this.gateway.createOrder(order);
    }
  }
}
