interface Waiting {
  start: () => void;
  refuse: () => void;
}

/**
 * A bounded queue with a line per key. Lines are served in turn. When the queue is full, the longest line gives up its
 * newest place, so that one key can neither fill the queue nor make the others wait.
 */
export class FairQueue {
  private readonly lines = new Map<string, Waiting[]>();
  private running = 0;
  private waiting = 0;

  constructor(
    private readonly concurrency: number,
    private readonly maxWaiting: number,
    private readonly full: () => Error,
    private readonly hasReservedPlace: (key: string) => boolean = () => false,
  ) {}

  /** How many wait. */
  get length(): number {
    return this.waiting;
  }

  /** @throws what `full` makes, if there is no place for this key */
  ensurePlace(key: string) {
    if (this.waiting < this.maxWaiting * (this.hasReservedPlace(key) ? 1.5 : 1)) return;
    if ((this.lines.get(key)?.length ?? 0) + 1 >= this.longest().length) throw this.full();
  }

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    if (this.running < this.concurrency) this.running += 1;
    else await this.wait(key);
    try {
      return await work();
    } finally {
      this.next();
    }
  }

  private wait(key: string): Promise<void> {
    this.ensurePlace(key);
    if (this.waiting >= this.maxWaiting && !(this.hasReservedPlace(key) && this.waiting < this.maxWaiting * 1.5)) {
      this.longest().pop()?.refuse();
      this.waiting -= 1;
    }
    return new Promise((resolve, reject) => {
      const line = this.lines.get(key) ?? [];
      line.push({ start: resolve, refuse: () => reject(this.full()) });
      this.lines.set(key, line);
      this.waiting += 1;
    });
  }

  private longest = () => [...this.lines.values()].reduce((a, b) => (b.length > a.length ? b : a), []);

  /** The place of what has ended goes to the first of the next line, which then moves to the end. */
  private next() {
    const [turn] = this.lines;
    if (!turn) {
      this.running -= 1;
      return;
    }
    const [key, line] = turn;
    this.lines.delete(key);
    const first = line.shift();
    if (line.length) this.lines.set(key, line);
    this.waiting -= 1;
    first?.start();
  }
}
