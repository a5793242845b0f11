interface Line {
  working: number;
  readonly waiting: (() => void)[];
}

/**
 * Lets so many work at once, so many in one's name at most; of those who wait, one of each name in turn. In their name
 * they count until they have `left`, when the work may be long done.
 */
export class FairTurns {
  private working = 0;
  /** By name. The one that went last stands last. */
  private readonly lines = new Map<string, Line>();

  constructor(
    private readonly most: number,
    private readonly mostOfOne = most,
  ) {}

  async take<Result>(name: string, work: () => Promise<Result>, left = async () => {}): Promise<Result> {
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
    for (const [name, line] of this.lines) {
      if (line.working >= this.mostOfOne || !line.waiting.length) continue;
      this.working += 1;
      line.working += 1;
      this.lines.delete(name);
      this.lines.set(name, line);
      return line.waiting.shift()?.();
    }
  }
}
