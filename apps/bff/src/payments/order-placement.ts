import { Injectable } from '@nestjs/common';
import type { Order } from '../generated/prisma/client';
import type { OrderState } from './apply-payment';
import { OrderTransitions } from './order-transitions';
import { isRefusal, jitter, providerUnavailable } from './provider-errors';
import { type NewProviderOrder, RazorpayGateway } from './razorpay.gateway';

/** Creates an order at the provider exactly once, also after lost replies. */
@Injectable()
export class OrderPlacement {
  constructor(
    private readonly gateway: RazorpayGateway,
    private readonly transitions: OrderTransitions,
  ) {}

  /**
   * Creates the provider's order for a row of ours. At most three calls, so at most 8 s. @returns the provider's id.
   * @throws Problem `provider_refused`: the order is CREATE_FAILED; `provider_unavailable`: the reconciler resolves it.
   */
  async place(order: NewProviderOrder & { id: string }): Promise<string> {
    try {
      const providerOrderId = await this.findOrCreate(order);
      const placed = await this.transitions.markCreated(order.id, providerOrderId, 'createOrder');
      return placed.providerOrderId ?? providerOrderId;
    } catch (error) {
      if (isRefusal(error)) await this.transitions.markCreateFailed(order.id, 'createOrder');
      throw error;
    }
  }

  /** Resolves an interrupted creation: CREATED where the provider knows its receipt, else CREATE_FAILED. */
  async resolve(order: Order): Promise<OrderState> {
    const id = await this.gateway.findOrder(order);
    return id
      ? this.transitions.markCreated(order.id, id, 'reconciler')
      : this.transitions.markCreateFailed(order.id, 'reconciler');
  }

  /** After an unclear answer, looks the order up by receipt before repeating the call. */
  private async findOrCreate(order: NewProviderOrder): Promise<string> {
    try {
      return await this.gateway.createOrder(order);
    } catch (error) {
      if (isRefusal(error)) throw error;
      await jitter();
      return (await this.gateway.findOrder(order)) ?? this.createAgain(order);
    }
  }

  /** The first call may still arrive. A refusal then says nothing about it, such as that the receipt is known by now. */
  private async createAgain(order: NewProviderOrder): Promise<string> {
    return this.gateway.createOrder(order).catch((error) => {
      throw isRefusal(error) ? providerUnavailable(error.cause as object) : error;
    });
  }
}
