/** One measurement: the product next to what it is compared with. */
export interface Figure {
  what: string;
  unit: 'ms' | 'µs' | 'bytes';
  product: number;
  comparedWith: string;
  yardstick: number;
}

const rounds = 5;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Measures the subjects in turn, five times each. @returns the median of each subject, in their order */
export async function mediansInTurn<Subject>(subjects: Subject[], measure: (subject: Subject) => Promise<number>) {
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
