import { readFileSync } from 'node:fs';
import type { RunOnly } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Runs in the browser. A drawing is one picture: its thousand strokes are left out. */
const run = async (runOnly: RunOnly) => {
  const { axe } = window as unknown as { axe: typeof import('axe-core') };
  const { violations } = await axe.run({ exclude: ['svg > *'] }, { runOnly, resultTypes: ['violations'] });
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, any }) => `${target.join(' ')} (${any[0]?.message})`).join(', ')}`,
  );
};

const painted = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** The findings of axe on this page: all rules in the light scheme, contrast in the dark one. */
export async function violations(page: Page) {
  await page.evaluate(source);
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(painted);
    const rules: RunOnly =
      colorScheme === 'light' ? { type: 'tag', values: tags } : { type: 'rule', values: ['color-contrast'] };
    found.push(...(await page.evaluate(run, rules)).map((text) => `${colorScheme}: ${text}`));
  }
  return found;
}
