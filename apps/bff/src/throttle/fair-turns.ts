interface Line {
  working: number;
  readonly waiting: (() => void)[];
}

/**
 * Lets so many work at once, so many in one's name at most; of those who wait, one of each name in turn. Every other turn
 * is for the name that had the fewest lately. In their name they count until they have `left`, when the work may be long
 * done.
 */
export class FairTurns {
  private working = 0;
  /** By name. The one that went last stands last. */
  private readonly lines = new Map<string, Line>();
  /** How many turns each name had lately, the one that went longest ago first; none whose last was `restMs` ago. */
  private readonly turns = new Map<string, { taken: number; last: number }>();
  private nextIsForFewest = false;

  constructor(
    private readonly most: number,
    private readonly mostOfOne = most,
    private readonly restMs = 0,
  ) {}

  /** How many turns this name had without `restMs` between them and until now. */
  turnsOf(name: string): number {
    const turns = this.turns.get(name);
    return turns && Date.now() - turns.last < this.restMs ? turns.taken : 0;
  }

  async take<Result>(
    name: string,
    work: () => Promise<Result>,
    left: () => Promise<unknown> = async () => {},
  ): Promise<Result> {
    const line = this.lines.get(name) ?? { working: 0, waiting: [] };
    this.lines.set(name, line);
    const turn = new Promise<void>((resolve) => line.waiting.push(resolve));
    this.next();
    await turn;
    try {
      return await work();
    } finally {
      this.working -= 1;
      this.next();
      left().then(() => this.leave(name, line));
    }
  }

  private leave(name: string, line: Line) {
    line.working -= 1;
    if (!line.working && !line.waiting.length) this.lines.delete(name);
    this.next();
  }

  private next() {
    if (this.working >= this.most) return;
    let chosen: [string, Line] | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const [name, line] of this.lines) {
      if (line.working >= this.mostOfOne || !line.waiting.length) continue;
      const turns = this.nextIsForFewest ? this.turnsOf(name) : 0;
      if (turns < fewest) chosen = [name, line];
      fewest = Math.min(fewest, turns);
      if (!fewest) break;
    }
    if (chosen) this.give(...chosen);
  }

  private give(name: string, line: Line) {
    this.nextIsForFewest = !this.nextIsForFewest;
    this.working += 1;
    line.working += 1;
    this.lines.delete(name);
    this.lines.set(name, line);
    if (this.restMs) this.remember(name);
    line.waiting.shift()?.();
  }

  private remember(name: string) {
    const taken = this.turnsOf(name) + 1;
    this.turns.delete(name);
    this.turns.set(name, { taken, last: Date.now() });
    for (const each of this.turns.keys()) {
      if (this.turnsOf(each)) break;
      this.turns.delete(each);
    }
  }
}
