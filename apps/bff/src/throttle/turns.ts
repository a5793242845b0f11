/** Lets so many work at once; the rest wait for one of them to end, first come, first served. */
export class Turns {
  private working = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  get idle() {
    return this.working === 0;
  }

  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.working < this.most) this.working += 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.working -= 1;
    }
  }
}
