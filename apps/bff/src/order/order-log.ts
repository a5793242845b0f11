import { Injectable } from '@nestjs/common';
import { Log } from '../log';
import type { Applied, Change } from './apply-payment';

/** One line for everything that happens to an order. */
@Injectable()
export class OrderLog {
  constructor(private readonly log: Log) {}

  changed({ order, from, cause, payment, surplus }: Change & Partial<Applied>) {
    const fields = {
      orderId: order.providerOrderId ?? order.id,
      paymentId: payment?.id,
      paymentStatus: payment?.status,
      from,
      to: order.status,
      cause,
    };
    if (surplus)
      this.log.warn({ event: 'surplus_payment', ...fields }, 'an order was paid twice; it will be given back');
    if (order.status === from) return;
    if (order.status === 'REVIEW')
      this.log.error({ event: 'order_review', ...fields }, 'A PERSON MUST LOOK AT THIS ORDER');
    else this.log.info({ event: 'order_changed', ...fields }, `order is ${order.status}`);
  }
}
