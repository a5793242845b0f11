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
  'quickstart',
  'quickstart/java',
  'server',
  'tokens',
  'orders',
  'verification',
  'errors',
  'sandbox',
  'webhooks',
  'not-available',
  'policies',
].map((guide) => `/docs/${guide}`);

/** The origin that the site was built for. Canonical addresses use it. */
export const { publicUrl } = JSON.parse(readFileSync(join(projectRoot, 'apps/web/dist/build.json'), 'utf8')) as {
  publicUrl: string;
};

/** The shared product and one browser for a whole test file. */
export interface Site {
  url: string;
  browser: Browser;
  close(): Promise<void>;
}

export async function startSite(): Promise<Site> {
  const browser = await launchBrowser();
  return { url: sharedProduct.url, browser, close: () => browser.close() };
}

/** Starts the site before a file's tests and closes it after them. */
export function useSite() {
  const site = {} as Site;
  beforeAll(async () => void Object.assign(site, await startSite()));
  afterAll(() => site.close?.());
  return site;
}
