/** How often each fault runs: once with `npm test`, ten times with `npm run test:full`. */
const runs = process.env.FULL ? 10 : 1;

/** One case of the fault matrix. */
export function fault(title: string, work: () => Promise<void>) {
  for (let run = 1; run <= runs; run++) test(runs > 1 ? `${title} (${run} of ${runs})` : title, work);
}

/** A case for each row; `%s` in the title stands for its name. */
fault.each =
  <T>(rows: readonly (readonly [string, T])[]) =>
  (title: string, work: (name: string, row: T) => Promise<void>) => {
    for (const [name, row] of rows) fault(title.replace('%s', name), () => work(name, row));
  };
