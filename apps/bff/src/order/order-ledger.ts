import { Injectable } from '@nestjs/common';
import { Prisma } from '../database/prisma.service';
import type { Order, Payment } from '../generated/prisma/client';
import type { PaymentFact } from '../payment/payment-fact';
import { afterCheck } from './after-check';
import { type Applied, applyPayment, type Change } from './apply-payment';
import { enterCreation, enterPlaced } from './enter-creation';
import { OrderLog } from './order-log';

/** The one place where an order's state changes, each time in one transaction, and is told to the log after it. */
@Injectable()
export class OrderLedger {
  constructor(
    private readonly prisma: Prisma,
    private readonly log: OrderLog,
  ) {}

  /** Takes over what is known of a payment. @param cause who found out, for the trail. */
  record(orderId: string, fact: PaymentFact, cause: string, signatureSeen = false): Promise<Applied> {
    return this.tell(this.prisma.$transaction((tx) => applyPayment(tx, orderId, fact, cause, signatureSeen)));
  }

  /** A creation has come to its usual end. @returns the provider's id that stays: of two, the one that was first. */
  async placed(id: string, providerOrderId: string, cause: string): Promise<string> {
    if (!(await enterPlaced(this.prisma, id, cause, providerOrderId))) {
      const { providerOrderId: first } = await this.created(id, providerOrderId, cause);
      return first ?? providerOrderId;
    }
    this.log.changed({ order: { id, providerOrderId, status: 'CREATED' }, from: 'CREATING', cause });
    return providerOrderId;
  }

  /** The provider has the order: under `providerOrderId`, unless it was found under another before. */
  created(id: string, providerOrderId: string, cause: string): Promise<Order> {
    return this.enter(id, cause, providerOrderId);
  }

  /** The provider does not have the order, unless it was found after all. */
  creationFailed(id: string, cause: string): Promise<Order> {
    return this.enter(id, cause, null);
  }

  /** The provider was asked about the order, and to give back `seenTo`: sees to the next time. */
  checked(id: string, cause: string, seenTo: Pick<Payment, 'id'>[]): Promise<Change> {
    const ids = seenTo.map((payment) => payment.id);
    return this.tell(this.prisma.$transaction((tx) => afterCheck(tx, id, cause, ids)));
  }

  /** Tells a change once it is certain: for those whose transaction holds more than the change. */
  async tell<C extends Change>(changing: Promise<C>): Promise<C> {
    const change = await changing;
    this.log.changed(change);
    return change;
  }

  private async enter(id: string, cause: string, providerOrderId: string | null): Promise<Order> {
    const entering = this.prisma.$transaction((tx) => enterCreation(tx, id, cause, providerOrderId));
    return (await this.tell(entering)).order;
  }
}
