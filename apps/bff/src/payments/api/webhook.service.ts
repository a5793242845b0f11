import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { components } from '@novacore/contract';
import { cleanText } from '../../clean-text';
import { Catalogue } from '../../config/catalogue';
import type { Input, Reply } from '../../contract/types';
import { bodyFaults } from '../../contract/validation';
import { Prisma } from '../../database/prisma.service';
import { Log } from '../../log';
import { Refusal } from '../../problem/problem';
import { type EventReport, PaymentProvider } from '../provider/port';
import type { DisputeReport } from '../rules/books';
import { Contradiction } from '../rules/errors';
import { applyDispute } from '../store/apply-dispute';
import { type AppliedPayment, applyPayment, type Transaction } from '../store/apply-payment';
import { OrderTransitions } from '../store/order-transitions';
import { ReconcilerScheduler } from '../work/reconciler.scheduler';

interface PaymentEvent extends EventReport {
  id: string;
  kind: string;
  bodySha256: string;
}

/** `dispute`: only one whose state is new. */
type Applied = AppliedPayment & { dispute?: DisputeReport };

/** `repeated`: stored before. `unrelated`: it reports nothing about an order of ours. */
type Result = Applied | 'repeated' | 'unrelated';

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    throw new Refusal('malformed_json');
  }
}

/** The id of an event that has none: the same bytes are the same event. */
const idOfBody = (bodySha256: string) => `sha256-${bodySha256}`;

/** @throws Refusal `malformed_json` or `event_invalid` if the body is not an event. */
function parseEvent(provider: PaymentProvider, rawBody: Buffer, idHeader = ''): PaymentEvent {
  const body = parseJson(rawBody);
  const errors = bodyFaults('receivePaymentEvent', body);
  if (errors.length) throw new Refusal('event_invalid', {}, { errors });
  const { event, payload } = body as components['schemas']['PaymentEvent'];
  const bodySha256 = createHash('sha256').update(rawBody).digest('hex');
  return {
    id: /^[\x21-\x7e]{1,100}$/.test(idHeader) ? idHeader : idOfBody(bodySha256),
    kind: cleanText(event) || 'unknown',
    bodySha256,
    ...provider.readEvent(payload),
  };
}

/** Locked before the event is written: its row references the order, and two transactions doing so could deadlock. */
async function lockByProviderId(tx: Transaction, providerOrderId: string): Promise<string | null> {
  const [order] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM orders WHERE provider_order_id = ${providerOrderId} FOR UPDATE`;
  return order?.id ?? null;
}

/** Receives the payment provider's events. Only the database is asked, so the reply comes within the provider's 5 s. */
@Injectable()
export class WebhookService {
  /** The last event of each order that is being processed. */
  private readonly pending = new Map<string, Promise<unknown>>();

  constructor(
    private readonly prisma: Prisma,
    private readonly provider: PaymentProvider,
    private readonly catalogue: Catalogue,
    private readonly transitions: OrderTransitions,
    private readonly reconciler: ReconcilerScheduler,
    private readonly log: Log,
  ) {}

  /** The signature is checked over the raw bytes; nothing is parsed before. */
  async receivePaymentEvent({
    rawBody,
    headers,
  }: Pick<Input<'receivePaymentEvent'>, 'rawBody' | 'headers'>): Promise<Reply<'receivePaymentEvent'>> {
    if (!this.provider.isEventSigned(rawBody, headers['x-razorpay-signature'])) {
      // An attacker, or the secret here is not the one in the provider's dashboard.
      this.log.warn({ event: 'webhook_refused', bytes: rawBody.length }, 'event with a wrong signature refused');
      throw new Refusal('event_unsigned');
    }
    const event = parseEvent(this.provider, rawBody, headers['x-razorpay-event-id']);
    const result = await this.inSequence(event.payment?.providerOrderId ?? event.id, () => this.store(event));
    this.logResult(event, result);
    return { received: true };
  }

  /**
   * Processes the events of one order one after another. Each that waited for the order's lock in the database would
   * hold a connection, and together they would hold all.
   */
  private inSequence<Value>(orderId: string, work: () => Promise<Value>): Promise<Value> {
    const result = (this.pending.get(orderId) ?? Promise.resolve()).then(work, work);
    this.pending.set(orderId, result);
    const forget = () => this.pending.get(orderId) === result && this.pending.delete(orderId);
    result.then(forget, forget);
    return result;
  }

  /** An event that contradicts what is known is stored and changes nothing. */
  private async store(event: PaymentEvent): Promise<Result> {
    try {
      return await this.prisma.$transaction((tx) => this.storeOnce(tx, event));
    } catch (error) {
      if (!(error instanceof Contradiction)) throw error;
      const fields = { event: 'webhook_contradicts', eventId: event.id, paymentId: event.payment?.id };
      this.log.warn(fields, 'event reports another order or amount than known');
      return this.prisma.$transaction((tx) => this.storeOnce(tx, { ...event, payment: undefined }));
    }
  }

  /** The event takes effect once: it is stored in the same transaction as its effect. */
  private async storeOnce(tx: Transaction, event: PaymentEvent): Promise<Result> {
    const { id, kind, bodySha256, payment, dispute } = event;
    const orderId = payment ? await lockByProviderId(tx, payment.providerOrderId) : null;
    const isNew = await tx.$executeRaw`
      INSERT INTO webhook_events (id, kind, body_sha256, order_id, processed_at)
      VALUES (${id}, ${kind}, ${bodySha256}, ${orderId}::uuid, CASE WHEN ${orderId}::uuid IS NOT NULL THEN now() END)
      ON CONFLICT (id) DO NOTHING`;
    if (isNew && orderId && payment) {
      const applied = await applyPayment(tx, this.catalogue, { orderId, report: payment, cause: `webhook ${kind}` });
      return dispute && (await applyDispute(tx, orderId, dispute)) ? { ...applied, dispute } : applied;
    }
    if (isNew) return 'unrelated';
    if (await tx.webhookEvent.count({ where: { id, bodySha256 } })) return 'repeated';
    // Ids are not signed: another body under a known id is stored by its own hash, so that no event is lost.
    return this.storeOnce(tx, { ...event, id: idOfBody(bodySha256) });
  }

  private logResult({ id, kind, payment }: PaymentEvent, result: Result) {
    const outcome = typeof result === 'string' ? result : 'applied';
    const level = kind === 'refund.failed' ? 'error' : 'info'; // the payer still waits for this money
    this.log[level](
      { event: 'webhook', eventId: id, kind, paymentId: payment?.id, result: outcome },
      `${kind} ${outcome}`,
    );
    if (typeof result === 'string') return;
    this.transitions.logged(result);
    if (result.dispute) this.transitions.logDispute(result.order.providerOrderId, result.dispute);
    if (result.dueNow) this.reconciler.wake();
  }
}
