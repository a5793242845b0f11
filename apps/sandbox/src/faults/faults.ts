import { EventEmitter, once } from 'node:events';
import { newId } from '../ids';

/** Replaces or changes the normal reply. With `when: 'after'` the request is processed first. */
export type FaultAction = { when?: 'before' | 'after' } & (
  | { kind: 'delay'; ms: number }
  /** `code`: a problem that an operation of our own API may answer with this status. */
  | { kind: 'status'; status: number; code?: string; body?: unknown; headers?: Record<string, string> }
  | { kind: 'drop' }
  | { kind: 'garbage'; body?: string }
  | { kind: 'hang' }
);

export interface FaultRule {
  /** All given fields must match. `path` is a regular expression for the path with its query string. */
  match: { operation?: string; method?: string; path?: string };
  /** How many matching requests get the fault. 0 means all. */
  times: number;
  /** How many matching requests pass first. */
  skip: number;
  do: FaultAction;
}

export interface Fault extends FaultRule {
  id: string;
  /** Matching requests so far, and how many of them got the fault. */
  seen: number;
  hits: number;
}

export interface NamedRequest {
  operation: string;
  method: string;
  url: string;
}

/** Scripted faults. A request gets the fault of the oldest matching rule that is not used up. */
export class Faults {
  /** The names of all routes. */
  readonly operations = new Set<string>();
  private readonly rules = new Map<string, Fault>();
  private readonly signals = new EventEmitter().setMaxListeners(0);

  add(rules: FaultRule[]): Fault[] {
    const added = rules.map((rule) => ({ ...rule, id: newId('fault'), seen: 0, hits: 0 }));
    for (const rule of added) this.rules.set(rule.id, rule);
    return added;
  }

  list(): Fault[] {
    return [...this.rules.values()];
  }

  find(id: string): Fault | undefined {
    return this.rules.get(id);
  }

  /** Removes all rules, or the selected ones, and releases the requests that they hold. */
  clear(selected: (rule: Fault) => boolean = () => true): void {
    for (const rule of this.list().filter(selected)) {
      this.rules.delete(rule.id);
      this.release(rule.id);
    }
  }

  release(id: string): void {
    this.signals.emit('release', id);
  }

  /** Finds the rule for this request and counts the request. */
  match(request: NamedRequest): Fault | undefined {
    for (const rule of this.rules.values()) {
      if (!matches(rule, request) || (rule.times > 0 && rule.hits >= rule.times)) continue;
      rule.seen += 1;
      if (rule.seen <= rule.skip) continue;
      rule.hits += 1;
      this.signals.emit('hit');
      return rule;
    }
    return undefined;
  }

  /** Resolves when the rule is released or cleared. */
  async waitForRelease(id: string): Promise<void> {
    for (;;) {
      const [releasedId] = await once(this.signals, 'release');
      if (releasedId === id) return;
    }
  }

  /** Resolves to true after `count` hits, or to false when the signal aborts first. */
  async waitForHits(rule: Fault, count: number, signal: AbortSignal): Promise<boolean> {
    while (rule.hits < count) {
      const hit = await once(this.signals, 'hit', { signal }).catch(() => null);
      if (hit === null) return false;
    }
    return true;
  }
}

function matches({ match }: FaultRule, { operation, method, url }: NamedRequest): boolean {
  if (match.operation !== undefined && match.operation !== operation) return false;
  if (match.method !== undefined && match.method.toUpperCase() !== method) return false;
  return match.path === undefined || new RegExp(match.path).test(url);
}
