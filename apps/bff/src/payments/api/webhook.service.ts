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

/** `dispute` is set if its state is new. */
type Applied = AppliedPayment & { dispute?: DisputeReport };

/** A `repeated` event was stored before. An `unrelated` event concerns none of our orders. */
type Result = Applied | 'repeated' | 'unrelated';

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    throw new Refusal('malformed_json');
  }
}

/** Replaces a missing event id. */
const idOfBody = (bodySha256: string) => `sha256-${bodySha256}`;

/** @throws Refusal `malformed_json`, `event_invalid` */
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

/** Locks the order before we insert the event, which references it. Otherwise two transactions could deadlock. */
async function lockByProviderId(tx: Transaction, providerOrderId: string): Promise<string | null> {
  const [order] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM orders WHERE provider_order_id = ${providerOrderId} FOR UPDATE`;
  return order?.id ?? null;
}

/** Receives Razorpay's events. Razorpay allows 5 s, so this uses only the database. */
@Injectable()
export class WebhookService {
  /** The last event in progress of each order. */
  private readonly pending = new Map<string, Promise<unknown>>();

  constructor(
    private readonly prisma: Prisma,
    private readonly provider: PaymentProvider,
    private readonly catalogue: Catalogue,
    private readonly transitions: OrderTransitions,
    private readonly reconciler: ReconcilerScheduler,
    private readonly log: Log,
  ) {}

  /** Checks the signature of the raw bytes before it parses them. */
  async receivePaymentEvent({
    rawBody,
    headers,
  }: Pick<Input<'receivePaymentEvent'>, 'rawBody' | 'headers'>): Promise<Reply<'receivePaymentEvent'>> {
    if (!this.provider.isEventSigned(rawBody, headers['x-razorpay-signature'])) {
      // The cause is an attacker or a wrong RAZORPAY_WEBHOOK_SECRET.
      this.log.warn({ event: 'webhook_refused', bytes: rawBody.length }, 'refused an event with a wrong signature');
      throw new Refusal('event_unsigned');
    }
    const event = parseEvent(this.provider, rawBody, headers['x-razorpay-event-id']);
    const result = await this.inSequence(event.payment?.providerOrderId ?? event.id, () => this.store(event));
    this.logResult(event, result);
    return { received: true };
  }

  /** Processes the events of one order in sequence. Waiting for the order's lock could take up all connections. */
  private inSequence<Value>(orderId: string, work: () => Promise<Value>): Promise<Value> {
    const result = (this.pending.get(orderId) ?? Promise.resolve()).then(work, work);
    this.pending.set(orderId, result);
    const forget = () => this.pending.get(orderId) === result && this.pending.delete(orderId);
    result.then(forget, forget);
    return result;
  }

  /** A contradicting event is stored but changes nothing. */
  private async store(event: PaymentEvent): Promise<Result> {
    try {
      return await this.prisma.$transaction((tx) => this.storeOnce(tx, event));
    } catch (error) {
      if (!(error instanceof Contradiction)) throw error;
      const fields = { event: 'webhook_contradicts', eventId: event.id, paymentId: event.payment?.id };
      this.log.warn(fields, 'the event names another order or amount than we know');
      return this.prisma.$transaction((tx) => this.storeOnce(tx, { ...event, payment: undefined }));
    }
  }

  /** Stores the event and its effect in one transaction, so that it takes effect once. */
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
    // Ids are not signed, so a new body under a known id is stored by its hash.
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
    this.transitions.logChange(result);
    if (result.dispute) this.transitions.logDispute(result.order.providerOrderId, result.dispute);
    if (result.dueNow) this.reconciler.wake();
  }
}
