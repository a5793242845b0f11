import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser';
import { projectRoot } from '../support/paths';
import { sharedProduct } from '../support/shared-product';
import { directPages } from './spec-direct';
import { menuPages } from './spec-menus';

/** Every content page of the specification. */
export const contentPages = [...directPages, ...menuPages];

export const guides = [
  ...['quickstart', 'quickstart/java', 'server', 'tokens', 'orders', 'verification'],
  ...['errors', 'sandbox', 'webhooks', 'not-available', 'policies'],
].map((guide) => `/docs/${guide}`);

/** The origin that the site was built for. Canonical addresses use it. */
export const { publicUrl } = JSON.parse(readFileSync(join(projectRoot, 'apps/web/dist/build.json'), 'utf8')) as {
  publicUrl: string;
};

/** The shared product and one browser for a whole test file. */
export function useSite() {
  const site = { url: sharedProduct.url } as { url: string; browser: Browser };
  beforeAll(async () => void Object.assign(site, { browser: await launchBrowser() }));
  afterAll(() => site.browser?.close());
  return site;
}
