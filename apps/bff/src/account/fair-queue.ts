interface Waiting {
  start: () => void;
  refuse: () => void;
}

/**
 * Concurrency limiter with a bounded queue. Keys are served round-robin. If the queue is full, the key with the most
 * entries loses its newest one.
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

  get length(): number {
    return this.waiting;
  }

  /** @throws the error of `full` if there is no place for this key */
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

  /** Starts the first entry of the next key, and moves that key to the end. */
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
