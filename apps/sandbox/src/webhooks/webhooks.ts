import { newId } from '../ids';
import type { Change, EventName } from '../razorpay/store';
import { type Delivery, deliver, eventBody, succeeded, type WebhookSettings } from './delivery';

/** `held`: waits for release. `pending`: is being sent or waits for a retry. `noted`: webhooks were off. */
export type EventState = 'held' | 'pending' | 'delivered' | 'given_up' | 'noted';

export interface WebhookEvent {
  id: string;
  event: EventName;
  state: EventState;
  orderId: string | undefined;
  paymentId: string | undefined;
  body: string;
  deliveries: Delivery[];
}

/** Above this number the oldest finished events are deleted. */
const MAX_EVENTS = 5_000;

/** The provider's events and their deliveries, in memory only. */
export class Webhooks {
  readonly events = new Map<string, WebhookEvent>();
  settings: WebhookSettings;
  private readonly inFlight = new Map<string, Promise<void>>();
  private readonly timers = new Map<string, NodeJS.Timeout>();

  constructor(private readonly initial: WebhookSettings) {
    this.settings = { ...initial };
  }

  publish(name: EventName, change: Change): void {
    const state = ({ on: 'pending', hold: 'held', off: 'noted' } as const)[this.settings.mode];
    const [orderId, paymentId] = [change.order?.id, change.payment?.id];
    const event: WebhookEvent = {
      id: newId('evt'),
      event: name,
      state,
      orderId,
      paymentId,
      body: eventBody(name, change),
      deliveries: [],
    };
    this.events.set(event.id, event);
    if (state === 'pending') void this.attempt(event);
    this.deleteOldest();
  }

  /** Sends the event once, in any state. */
  async send(event: WebhookEvent): Promise<Delivery> {
    const delivery = await deliver(event, this.settings);
    event.deliveries.push(delivery);
    if (succeeded(delivery)) event.state = 'delivered';
    return delivery;
  }

  /** Makes one attempt for every held or pending event, oldest first, without pauses. */
  async flush(): Promise<void> {
    const tried = new Set<string>();
    const next = () => [...this.events.values()].find((event) => isOutstanding(event) && !tried.has(event.id));
    for (let event = next(); event; event = next()) {
      tried.add(event.id);
      await this.inFlight.get(event.id);
      if (isOutstanding(event)) await (event.state === 'held' ? this.send(event) : this.attempt(event));
    }
  }

  change(settings: Partial<WebhookSettings>): void {
    this.settings = { ...this.settings, ...settings };
  }

  /** Deletes all events and restores the initial settings. */
  reset(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    this.events.clear();
    this.settings = { ...this.initial };
  }

  private attempt(event: WebhookEvent): Promise<void> {
    clearTimeout(this.timers.get(event.id));
    const done = this.send(event).then(() => {
      this.inFlight.delete(event.id);
      if (event.state === 'pending') this.scheduleRetry(event);
    });
    this.inFlight.set(event.id, done);
    return done;
  }

  private scheduleRetry(event: WebhookEvent): void {
    if (!this.events.has(event.id)) return;
    const { maxAttempts, pauseMs } = this.settings;
    if (event.deliveries.length >= maxAttempts) {
      event.state = 'given_up';
      return;
    }
    const pause = pauseMs * 2 ** (event.deliveries.length - 1);
    this.timers.set(event.id, setTimeout(() => void this.attempt(event), pause).unref());
  }

  private deleteOldest(): void {
    if (this.events.size <= MAX_EVENTS) return;
    const [oldest] = this.events.values();
    if (oldest && !isOutstanding(oldest)) this.events.delete(oldest.id);
  }
}

export function isOutstanding({ state }: WebhookEvent): boolean {
  return state === 'held' || state === 'pending';
}
