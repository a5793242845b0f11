import type { Route } from '../app/routes';
import type { Page } from '../site/page';
import account from '../styles/account-part.css?inline';
import pricing from '../styles/pricing-part.css?inline';

const priceKinds = new Set(['price-hero', 'explorer', 'calculator', 'gpu-cards']);

const style = (part: string, css: string) => `<style data-part="${part}">${css.trim()}</style>`;

/** The styles of the parts that a page shows, beside those of every page (see `ui/adopt-styles.ts`). */
export function partStyles({ client }: Route, page?: Page): string[] {
  const showsPrices = page?.sections.some(({ kind }) => priceKinds.has(kind));
  return [...(client ? [style('account', account)] : []), ...(showsPrices ? [style('pricing', pricing)] : [])];
}
