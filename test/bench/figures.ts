/** One measurement: the product next to what it is compared with. */
export interface Figure {
  what: string;
  unit: 'ms' | 'µs' | 'bytes' | 'MB' | 'buffers';
  product: number;
  comparedWith: string;
  yardstick: number;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

/** Measures the subjects in turn, so many times each. @returns the median of a subject. */
export async function mediansInTurn<Subject>(
  subjects: Subject[],
  rounds: number,
  measure: (subject: Subject) => Promise<number>,
): Promise<(subject: Subject) => number> {
  const values = new Map(subjects.map((subject) => [subject, [] as number[]]));
  for (let round = 0; round < rounds; round += 1)
    for (const [subject, measured] of values) measured.push(await measure(subject));
  return (subject) => median(values.get(subject) ?? []);
}

const rounded = (value: number) => (value < 100 ? Number(value.toPrecision(2)) : Math.round(value));

/** Markdown, so that it can be pasted into docs/performance.md. */
export function tableOf(figures: Figure[]): string {
  const rows = figures.map(({ what, unit, product, comparedWith, yardstick }) => {
    const ratio = (product / yardstick).toFixed(2);
    return `| ${what} | ${rounded(product)} ${unit} | ${comparedWith} | ${rounded(yardstick)} ${unit} | ${ratio} |`;
  });
  return [
    '| measured | product | compared with | yardstick | ratio |',
    '| --- | --: | --- | --: | --: |',
    ...rows,
  ].join('\n');
}
