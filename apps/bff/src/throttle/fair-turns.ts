interface Line {
  working: number;
  readonly waiting: (() => void)[];
}

/**
 * Lets so many work at once, so many in one's name at most; of those who wait, one of each name in turn. Every other turn
 * is for a name that had fewer than `few` within `restMs`. In their name they count until they have `left`, when the work
 * may be long done.
 */
export class FairTurns {
  private working = 0;
  /** By name. The one that went last stands last. */
  private readonly lines = new Map<string, Line>();
  /** The turns that each name had since, the longest ago first; none that began `restMs` ago. */
  private readonly turns = new Map<string, { since: number; taken: number }>();
  private nextIsRested = false;

  constructor(
    private readonly most: number,
    private readonly mostOfOne = most,
    private readonly restMs = 0,
    private readonly few = 1,
  ) {}

  /** Whether this name had fewer than `few` turns within `restMs`. */
  isRested(name: string): boolean {
    return (this.turnsOf(name)?.taken ?? 0) < this.few;
  }

  private turnsOf(name: string) {
    const turns = this.turns.get(name);
    return turns && Date.now() - turns.since < this.restMs ? turns : undefined;
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
    for (const [name, line] of this.lines) {
      if (line.working >= this.mostOfOne || !line.waiting.length) continue;
      chosen ??= [name, line];
      if (this.nextIsRested && !this.isRested(name)) continue;
      chosen = [name, line];
      break;
    }
    if (chosen) this.give(...chosen);
  }

  private give(name: string, line: Line) {
    this.nextIsRested = !this.nextIsRested;
    this.working += 1;
    line.working += 1;
    this.lines.delete(name);
    this.lines.set(name, line);
    if (this.restMs) this.remember(name);
    line.waiting.shift()?.();
  }

  private remember(name: string) {
    for (const each of this.turns.keys()) {
      if (this.turnsOf(each)) break;
      this.turns.delete(each);
    }
    const turns = this.turns.get(name) ?? { since: Date.now(), taken: 0 };
    turns.taken += 1;
    this.turns.set(name, turns);
  }
}
