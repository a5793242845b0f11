import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../support/paths';

const dist = join(projectRoot, 'apps/web/dist');
const kb = 1000;
/** In bytes, as they cross the wire with Brotli. */
const budgets = { content: 82 * kb, account: 100 * kb };
const account = /^\/(login|signup|callback|payment|account)(\/|$)/;

const { pages }: { pages: { path: string; file: string }[] } = JSON.parse(
  readFileSync(join(dist, 'build.json'), 'utf8'),
);

/** The chunks that a page asks for: its inline script reads them from the document. */
const chunksOf = (file: string) =>
  /<html[^>]* data-js="([^"]*)"/.exec(readFileSync(join(dist, file), 'utf8'))?.[1]?.split(' ') ?? [];
/** A file that would not shrink goes as it is. */
const bytesOf = (chunk: string) =>
  (statSync(join(dist, `${chunk}.br`), { throwIfNoEntry: false }) ?? statSync(join(dist, chunk))).size;
const sourceOf = (chunk: string) => readFileSync(join(dist, chunk), 'utf8');

describe.each(pages)('$path', ({ path, file }) => {
  const chunks = chunksOf(file);
  const budget = account.test(path) ? budgets.account : budgets.content;

  it(`asks for at most ${budget / kb} KB of script`, () => {
    const bytes = chunks.reduce((sum, chunk) => sum + bytesOf(chunk), 0);
    expect(bytes).toBeGreaterThan(20 * kb);
    expect(bytes).toBeLessThanOrEqual(budget);
  });

  if (account.test(path))
    it('has its script fetched beside its HTML', () => {
      const html = readFileSync(join(dist, file), 'utf8');
      const early = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(([, chunk]) => chunk);
      expect(early).toEqual(chunks);
    });
  else
    it('brings no client of the API and no query cache', () => {
      const calling = chunks.filter((chunk) => /QueryClient|\/auth\/login/.test(sourceOf(chunk)));
      expect(calling).toEqual([]);
    });
});
