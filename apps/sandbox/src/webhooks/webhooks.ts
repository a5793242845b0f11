import type { Clock } from '../clock';
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
  /** When a pending event is sent again, by the sandbox's clock. */
  dueAt: number;
}

/** Above this number the oldest finished events are deleted. */
const MAX_EVENTS = 5_000;
const DAY_MS = 24 * 3_600_000;

/** The provider's events and their deliveries, in memory only. */
export class Webhooks {
  readonly events = new Map<string, WebhookEvent>();
  settings: WebhookSettings;
  private readonly inFlight = new Map<string, Promise<void>>();
  private readonly timers = new Map<string, NodeJS.Timeout>();

  /** Start of the current run of failures. */
  private failingSince: number | null = null;

  constructor(
    private readonly initial: WebhookSettings,
    private readonly clock: Clock,
  ) {
    this.settings = { ...initial };
  }

  publish(name: EventName, change: Change): void {
    const state = ({ on: 'pending', hold: 'held', off: 'noted', disabled: 'noted' } as const)[this.settings.mode];
    const [orderId, paymentId] = [change.order?.id, change.payment?.id];
    const event: WebhookEvent = {
      id: newId('evt'),
      event: name,
      state,
      orderId,
      paymentId,
      body: eventBody(name, change, this.clock.nowSeconds()),
      dueAt: this.clock.now(),
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
    this.failingSince = succeeded(delivery) ? null : (this.failingSince ?? this.clock.now());
    return delivery;
  }

  /** Sends the events whose retry is due, after the clock was moved. */
  async catchUp(): Promise<void> {
    const due = [...this.events.values()].filter(
      ({ state, dueAt }) => state === 'pending' && dueAt <= this.clock.now(),
    );
    for (const event of due) if (event.state === 'pending') await this.attempt(event);
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
    if (settings.mode === 'on') this.failingSince = null;
  }

  /** Deletes all events and restores the initial settings. */
  reset(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    this.events.clear();
    this.settings = { ...this.initial };
    this.failingSince = null;
  }

  /** The provider gives up on an endpoint after a day. The merchant has to enable it again. */
  private disable(): void {
    this.settings.mode = 'disabled';
    for (const event of this.events.values()) if (event.state === 'pending') event.state = 'given_up';
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
    if (this.failingSince !== null && this.clock.now() - this.failingSince >= DAY_MS) {
      this.disable();
      return;
    }
    const { maxAttempts, pauseMs } = this.settings;
    if (event.deliveries.length >= maxAttempts) {
      event.state = 'given_up';
      return;
    }
    const pause = pauseMs * 2 ** (event.deliveries.length - 1);
    event.dueAt = this.clock.now() + pause;
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
