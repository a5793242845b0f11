import { networkOf } from './network';

/**
 * Hands out what there is a bounded amount of: so much to one network at most, and to all together where that is bounded
 * too. As much again is kept for networks that have nothing and, as the caller knows, had little lately: thirty that
 * take all they can keep nobody out.
 */
export class Shares {
  private taken = 0;
  private readonly takenBy = new Map<string, number>();

  constructor(
    private readonly ofOneNetwork: number,
    private readonly inAll = Number.POSITIVE_INFINITY,
  ) {}

  /** @returns whether that much was left. Whoever has taken it gives it back. */
  take(address: string, amount = 1, hadLittle = true): boolean {
    const alike = this.takenBy.get(networkOf(address)) ?? 0;
    const inAll = alike || !hadLittle ? this.inAll : 2 * this.inAll;
    if (alike + amount > this.ofOneNetwork || this.taken + amount > inAll) return false;
    this.note(address, amount);
    return true;
  }

  giveBack(address: string, amount = 1) {
    this.note(address, -amount);
  }

  private note(address: string, more: number) {
    const network = networkOf(address);
    this.taken += more;
    const alike = (this.takenBy.get(network) ?? 0) + more;
    if (alike) this.takenBy.set(network, alike);
    else this.takenBy.delete(network);
  }
}
