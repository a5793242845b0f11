/** Chance that can be replayed: the same seed gives the same choices (mulberry32). */
export interface Chance {
  /** From 0 up to, and without, `below`. */
  below(below: number): number;
  /** True in so many of a hundred cases. */
  percent(percent: number): boolean;
  pick<T>(all: readonly T[]): T;
  shuffled<T>(all: readonly T[]): T[];
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const chance: Chance = {
    below: (below) => Math.floor(next() * below),
    percent: (percent) => next() * 100 < percent,
    pick: <T>(all: readonly T[]) => all[chance.below(all.length)] as T,
    shuffled: (all) =>
      all
        .map((value) => ({ value, rank: next() }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ value }) => value),
  };
  return chance;
}
