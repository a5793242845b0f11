/** One measurement: the product next to what it is compared with. */
export interface Figure {
  what: string;
  unit: 'ms' | 'µs' | 'bytes';
  product: number;
  comparedWith: string;
  yardstick: number;
}

export interface Options {
  /** Each measurement is repeated this often, the product and its yardstick in turn. Medians count. */
  rounds: number;
  /** Runs once to try out the bench. Its figures mean nothing. */
  quick: boolean;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

/** Measures the subjects in turn, `rounds` times each. @returns the median of each subject, in their order. */
export async function mediansInTurn<Subject>(
  subjects: Subject[],
  rounds: number,
  measure: (subject: Subject) => Promise<number>,
): Promise<number[]> {
  const values = subjects.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, subject] of subjects.entries()) values[index]?.push(await measure(subject));
  return values.map(median);
}

const rounded = (value: number) => (value < 100 ? Number(value.toPrecision(2)) : Math.round(value));

/** @returns Markdown for docs/performance.md */
export function tableOf(figures: Figure[]): string {
  const rows = figures.map(({ what, unit, product, comparedWith, yardstick }) => {
    const ratio = (product / yardstick).toFixed(2);
    return `| ${what} | ${rounded(product)} ${unit} | ${comparedWith} | ${rounded(yardstick)} ${unit} | ${ratio} |`;
  });
  const head = ['| measured | product | compared with | yardstick | ratio |', '| --- | --: | --- | --: | --: |'];
  return [...head, ...rows].join('\n');
}
