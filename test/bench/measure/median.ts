const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);

/** The value that `share` (0 to 1) of the values do not exceed. NaN of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const order = sorted(values);
  return order[Math.min(order.length - 1, Math.ceil(share * order.length) - 1)] ?? Number.NaN;
}

/** The middle value; of two middle values their mean. NaN of nothing. */
export function median(values: readonly number[]): number {
  const order = sorted(values);
  const [low, high] = [order[(order.length - 1) >> 1], order[order.length >> 1]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

/** Least squares: by how much `values` grow per unit of `times`. */
export function slope(times: readonly number[], values: readonly number[]): number {
  const mean = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0) / all.length;
  const [meanTime, meanValue] = [mean(times), mean(values)];
  const products = times.map((time, index) => (time - meanTime) * ((values[index] ?? meanValue) - meanValue));
  const squares = times.map((time) => (time - meanTime) ** 2);
  return mean(products) / mean(squares);
}
