import { EventEmitter, once } from 'node:events';
import { newId } from '../ids';

/** What happens instead of, or around, the ordinary answer. `when: 'after'` has the work done first. */
export type FaultAction = { when?: 'before' | 'after' } & (
  | { kind: 'delay'; ms: number }
  | { kind: 'status'; status: number; body?: unknown; headers?: Record<string, string> }
  | { kind: 'drop' }
  | { kind: 'garbage'; body?: string }
  | { kind: 'hang' }
);

export interface FaultRule {
  /** All that is named has to fit: an operation's name, a method, a regular expression for the path with its query. */
  match: { operation?: string; method?: string; path?: string };
  /** How many fitting requests it meets; 0 is all of them. */
  times: number;
  /** How many fitting requests pass untouched before. */
  skip: number;
  do: FaultAction;
}

export interface Fault extends FaultRule {
  id: string;
  /** Fitting requests seen so far, and those of them that were met. */
  seen: number;
  hits: number;
}

export interface Wanted {
  operation: string;
  method: string;
  url: string;
}

/** Scripted faults. The oldest rule that fits and is not used up meets a request; one rule meets it at most. */
export class Faults {
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

  /** Forgets the rules, all or those chosen, and lets go what they hold. */
  clear(chosen: (rule: Fault) => boolean = () => true): void {
    for (const rule of this.list().filter(chosen)) {
      this.rules.delete(rule.id);
      this.release(rule.id);
    }
  }

  release(id: string): void {
    this.signals.emit('release', id);
  }

  /** The rule that meets this request, counted. */
  meet(request: Wanted): Fault | undefined {
    for (const rule of this.rules.values()) {
      if (!fits(rule, request) || (rule.times > 0 && rule.hits >= rule.times)) continue;
      rule.seen += 1;
      if (rule.seen <= rule.skip) continue;
      rule.hits += 1;
      this.signals.emit('hit');
      return rule;
    }
    return undefined;
  }

  /** Resolves when the rule is released or cleared. */
  async released(id: string): Promise<void> {
    for (;;) {
      const [which] = await once(this.signals, 'release');
      if (which === id) return;
    }
  }

  /** Resolves to whether the rule has been hit so often before the signal says stop. */
  async hit(rule: Fault, count: number, signal: AbortSignal): Promise<boolean> {
    while (rule.hits < count) {
      const waited = await once(this.signals, 'hit', { signal }).catch(() => null);
      if (waited === null) return false;
    }
    return true;
  }
}

function fits({ match }: FaultRule, { operation, method, url }: Wanted): boolean {
  if (match.operation !== undefined && match.operation !== operation) return false;
  if (match.method !== undefined && match.method.toUpperCase() !== method) return false;
  return match.path === undefined || new RegExp(match.path).test(url);
}
