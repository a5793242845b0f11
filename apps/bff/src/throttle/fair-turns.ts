interface Line {
  working: number;
  readonly waiting: (() => void)[];
}

/**
 * Lets so many work at once, so many of one network at most; of those who wait, one of each network in turn. For their
 * network they count until `left`, when the work may be long done.
 */
export class FairTurns {
  private working = 0;
  /** By network. The one that went last stands last. */
  private readonly lines = new Map<string, Line>();

  constructor(
    private readonly most: number,
    private readonly mostOfOne: number,
  ) {}

  async take<Result>(network: string, left: Promise<void>, work: () => Promise<Result>): Promise<Result> {
    const line = this.lines.get(network) ?? { working: 0, waiting: [] };
    this.lines.set(network, line);
    const turn = new Promise<void>((resolve) => line.waiting.push(resolve));
    this.next();
    await turn;
    try {
      return await work();
    } finally {
      this.working -= 1;
      this.next();
      left.then(() => this.leave(network, line));
    }
  }

  private leave(network: string, line: Line) {
    line.working -= 1;
    if (!line.working && !line.waiting.length) this.lines.delete(network);
    this.next();
  }

  private next() {
    if (this.working >= this.most) return;
    for (const [network, line] of this.lines) {
      if (line.working >= this.mostOfOne || !line.waiting.length) continue;
      this.working += 1;
      line.working += 1;
      this.lines.delete(network);
      this.lines.set(network, line);
      return line.waiting.shift()?.();
    }
  }
}
