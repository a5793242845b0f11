import type { Route } from '../app/routes';
import type { PageEntry } from '../site/content';
import account from '../styles/account-part.css?inline';
import pricing from '../styles/pricing-part.css?inline';

const style = (part: string, css: string) => `<style data-part="${part}">${css.trim()}</style>`;

/** The styles of the parts that a page shows, beside those of every page (see `ui/adopt-styles.ts`). */
export function partStyles({ client }: Route, page?: PageEntry): string[] {
  return [...(client ? [style('account', account)] : []), ...(page?.prices ? [style('pricing', pricing)] : [])];
}
