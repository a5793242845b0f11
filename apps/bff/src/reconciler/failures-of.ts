/** Does `work` for each of `all`, one after the other, whatever became of those before. @returns what was thrown. */
export async function failuresOf<T>(all: T[], work: (one: T) => Promise<unknown>): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const one of all) await work(one).catch((error: unknown) => failures.push(error));
  return failures;
}
