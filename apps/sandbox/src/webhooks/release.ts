import type { EventName } from '../book/book';
import type { Delivery } from './delivery';
import type { WebhookEvent, Webhooks } from './webhooks';

/** Which events to send now, in which order, how often, and whether all at once. */
export interface Release {
  ids?: string[];
  events?: EventName[];
  orderId?: string;
  times?: number;
  parallel?: boolean;
}

export interface Released {
  id: string;
  event: EventName;
  deliveries: Delivery[];
}

/**
 * Sends the chosen events: `ids` in their order whatever became of them before, or what has not been delivered, in the
 * order of `events` (names), otherwise as they arose. Answers when all attempts are over, one result for each send.
 */
export async function release(
  webhooks: Webhooks,
  { times = 1, parallel = false, ...choice }: Release,
): Promise<Released[]> {
  const chosen = choose([...webhooks.events.values()], choice);
  const sends = chosen.flatMap((event) => Array.from({ length: times }, () => event));
  const attempts: Array<[WebhookEvent, Delivery]> = [];
  const send = async (event: WebhookEvent) => void attempts.push([event, await webhooks.send(event)]);
  if (parallel) await Promise.all(sends.map(send));
  else for (const event of sends) await send(event);
  return chosen.map(({ id, event }) => ({
    id,
    event,
    deliveries: attempts.filter(([sent]) => sent.id === id).map(([, delivery]) => delivery),
  }));
}

function choose(all: WebhookEvent[], { ids, events, orderId }: Release): WebhookEvent[] {
  if (ids) return ids.flatMap((id) => all.find((event) => event.id === id) ?? []);
  const open = all
    .filter(({ state }) => state !== 'delivered')
    .filter((event) => !orderId || event.orderId === orderId);
  return events ? events.flatMap((name) => open.filter(({ event }) => event === name)) : open;
}
