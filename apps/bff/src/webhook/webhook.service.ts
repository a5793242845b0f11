import { Injectable } from '@nestjs/common';
import type { Reply } from '../contract/types';
import { Prisma } from '../database/prisma.service';
import { Log } from '../log';
import { type Applied, applyPayment, isContradiction, type Transaction } from '../order/apply-payment';
import { OrderLedger } from '../order/order-ledger';
import { RazorpayGateway } from '../payment/razorpay.gateway';
import { Problem } from '../problem/problem';
import { ReconcilerSchedule } from '../reconciler/reconciler-schedule';
import { idOfBody, type PaymentEvent, readEvent } from './payment-event';

interface Delivery {
  rawBody: Buffer;
  headers: Record<string, string | undefined>;
}
/** `repeated`: known before. `unrelated`: it tells nothing about an order of ours. */
type Taken = Applied | 'repeated' | 'unrelated';

/** Locked before the event is written: its row points at the order, and two of them waiting for each other is a deadlock. */
async function lockByProviderId(tx: Transaction, providerOrderId: string): Promise<string | null> {
  const [order] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM orders WHERE provider_order_id = ${providerOrderId} FOR UPDATE`;
  return order?.id ?? null;
}

/** Events of the payment provider. Only the database is asked, so the answer comes within the provider's 5 s. */
@Injectable()
export class WebhookService {
  /** The last event of each order that is being processed. */
  private readonly pending = new Map<string, Promise<unknown>>();

  constructor(
    private readonly prisma: Prisma,
    private readonly gateway: RazorpayGateway,
    private readonly ledger: OrderLedger,
    private readonly reconciler: ReconcilerSchedule,
    private readonly log: Log,
  ) {}

  /** The signature is checked over the bytes as they came; nothing is parsed before. */
  async receive({ rawBody, headers }: Delivery): Promise<Reply<'receivePaymentEvent'>> {
    if (!this.gateway.signedEvent(rawBody, headers['x-razorpay-signature'])) this.refuse(rawBody);
    const event = readEvent(rawBody, headers['x-razorpay-event-id']);
    const taken = await this.inSequence(event.fact?.providerOrderId ?? event.id, () => this.keep(event));
    await this.tell(event, taken);
    return { received: true };
  }

  /**
   * Processes the events of one order one after another. Each that waited for the order's lock in the database would
   * hold a connection, and together they would hold all.
   */
  private inSequence<Result>(orderId: string, work: () => Promise<Result>): Promise<Result> {
    const result = (this.pending.get(orderId) ?? Promise.resolve()).then(work, work);
    this.pending.set(orderId, result);
    const forget = () => this.pending.get(orderId) === result && this.pending.delete(orderId);
    result.then(forget, forget);
    return result;
  }

  /** Either somebody is trying, or the secret here is not the one in the provider's dashboard. */
  private refuse(rawBody: Buffer): never {
    this.log.warn({ event: 'webhook_refused', bytes: rawBody.length }, 'an event with a wrong signature was refused');
    throw new Problem(400, 'signature_invalid', 'The signature does not fit the body.');
  }

  /** News that contradicts what is known is kept, and changes nothing. */
  private async keep(event: PaymentEvent): Promise<Taken> {
    try {
      return await this.prisma.$transaction((tx) => this.take(tx, event));
    } catch (error) {
      if (!isContradiction(error)) throw error;
      this.log.warn(
        { event: 'webhook_contradicts', eventId: event.id, paymentId: event.fact?.id },
        'a payment of another order or amount',
      );
      return this.prisma.$transaction((tx) => this.take(tx, { ...event, fact: undefined }));
    }
  }

  /** The event counts once: it is kept in the same transaction as its effect. */
  private async take(tx: Transaction, event: PaymentEvent): Promise<Taken> {
    const { id, kind, bodySha256, fact } = event;
    const orderId = fact ? await lockByProviderId(tx, fact.providerOrderId) : null;
    const isNew = await tx.$executeRaw`
      INSERT INTO webhook_events (id, kind, body_sha256, order_id, processed_at)
      VALUES (${id}, ${kind}, ${bodySha256}, ${orderId}::uuid, CASE WHEN ${orderId}::uuid IS NOT NULL THEN now() END)
      ON CONFLICT (id) DO NOTHING`;
    if (isNew) return orderId && fact ? applyPayment(tx, orderId, fact, `webhook ${kind}`) : 'unrelated';
    if (await tx.webhookEvent.count({ where: { id, bodySha256 } })) return 'repeated';
    // Ids are not signed: a body that came under another's counts by its own bytes, and swallows nobody's event.
    return this.take(tx, { ...event, id: idOfBody(bodySha256) });
  }

  private async tell({ id, kind, fact }: PaymentEvent, taken: Taken) {
    const result = typeof taken === 'string' ? taken : 'applied';
    // A refund that failed is money that somebody still waits for.
    const level = kind === 'refund.failed' ? 'error' : 'info';
    this.log[level]({ event: 'webhook', eventId: id, kind, paymentId: fact?.id, result }, `${kind} ${result}`);
    if (typeof taken === 'string') return;
    await this.ledger.tell(Promise.resolve(taken));
    if (taken.surplus) this.reconciler.wake();
  }
}
