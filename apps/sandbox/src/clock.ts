/** The provider's clock. Tests move it forward: capture windows, automatic refunds, settlements and webhook retries follow it. */
export class Clock {
  private offsetMs = 0;

  /** Unix time in milliseconds. */
  now(): number {
    return Date.now() + this.offsetMs;
  }

  /** Unix time in seconds. */
  nowSeconds(): number {
    return Math.floor(this.now() / 1000);
  }

  advance(ms: number): void {
    this.offsetMs += ms;
  }

  reset(): void {
    this.offsetMs = 0;
  }
}
