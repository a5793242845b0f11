import { Injectable } from '@nestjs/common';
import type { Order } from '../generated/prisma/client';
import { Log } from '../log';
import type { Applied, Change } from './apply-payment';

/** As much of a change as a line tells. */
type Told = Pick<Change, 'from' | 'cause'> & { order: Pick<Order, 'id' | 'providerOrderId' | 'status'> };

/** One line for everything that happens to an order. */
@Injectable()
export class OrderLog {
  constructor(private readonly log: Log) {}

  changed({ order, from, cause, payment, surplus }: Told & Partial<Pick<Applied, 'payment' | 'surplus'>>) {
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
