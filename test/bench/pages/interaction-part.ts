import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../support/browser';
import { median } from '../measure/median';
import type { Findings, Part } from '../part';
import { startSite } from '../servers/site';
import { type Navigation, navigate } from './navigate';
import { type MenuPlace, type Tap, tapMenu } from './tap';

export const ourMenu: MenuPlace = { button: '.small-menu > summary', panel: '.small-menu__panel' };
/** To the largest page that there is. */
export const ourLink = 'header.nav a[href="/pricing"]';
/** To a page to read, as nearly all are. */
const linkToRead = 'header.nav a[href="/company"]';

/** What a visitor does first. */
export interface Acts {
  early: Tap[];
  late: Tap[];
  ways: Navigation[];
}

/** Taps the menu at the first paint and once the script is there, and follows a link: once each. */
export async function act(browser: Browser, url: string, menu: MenuPlace, link: string, acts: Acts) {
  acts.early.push(await tapMenu(browser, url, menu, 'first paint'));
  acts.late.push(await tapMenu(browser, url, menu, 'live'));
  acts.ways.push(await navigate(browser, url, link));
}

export const noActs = (): Acts => ({ early: [], late: [], ways: [] });

const lost = (taps: Tap[]) => taps.filter(({ ms }) => Number.isNaN(ms)).length;
/** A lost tap is no number: it is later than anything. */
const taken = (taps: Tap[]) => taps.map(({ ms }) => (Number.isNaN(ms) ? Number.POSITIVE_INFINITY : ms));
const told = (values: number[]) => (Number.isFinite(median(values)) ? Math.round(median(values)) : 'lost');

export const actHead = [
  ...['', 'tap at first paint: menu after ms', 'since navigation ms', 'tap once hydrated: menu after ms'],
  ...['click on a link: next page after ms', 'shift on the way'],
];

export const actRow = (label: string, { early, late, ways }: Acts) => [
  label,
  told(taken(early)),
  told(
    early.map(({ sinceNavigation }) => (Number.isNaN(sinceNavigation) ? Number.POSITIVE_INFINITY : sinceNavigation)),
  ),
  told(taken(late)),
  told(ways.map(({ ms }) => ms)),
  median(ways.map(({ cls }) => cls)).toFixed(3),
];

export const actNotes =
  'On the phone of *Pages* the menu is tapped at the first moment at which it can be seen, and once more on another visit when the script ' +
  'has taken over. On a desk (1280 × 800, the same line and processor) the pointer rests 300 ms on the link to Pricing before it clicks; ' +
  'what counts is the frame that shows the next page’s heading. Pricing is the largest page, Company is like nearly all others; of both ' +
  'the first section is painted by itself.';

function findings(acts: Acts, toRead: Navigation[]): Findings {
  return {
    goals: [
      { what: 'taps on the menu that were lost', values: [lost(acts.early) + lost(acts.late)], limit: 0 },
      { what: 'menu after the first tap, at the first paint, ms', values: taken(acts.early), limit: 100 },
      { what: 'menu after a tap, once hydrated, ms', values: taken(acts.late), limit: 100 },
      { what: 'next page after a click, Company, ms', values: toRead.map(({ ms }) => ms), limit: 120 },
      { what: 'next page after a click, Pricing, ms', values: acts.ways.map(({ ms }) => ms), limit: 120 },
      {
        what: 'layout shift on the way',
        values: acts.ways.map(({ cls }, round) => Math.round(Math.max(cls, toRead[round]?.cls ?? 0) * 1000) / 1000),
        limit: 0,
        each: 'round',
      },
    ],
    tables: [{ title: '', table: { head: actHead, rows: [actRow('the product', acts)] } }],
    notes: [actNotes],
  };
}

export const interaction: Part = {
  title: 'First tap, next page',
  run: async ({ rounds, say }) => {
    const site = await startSite();
    const browser = await launchBrowser();
    try {
      const acts = noActs();
      const toRead: Navigation[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        await act(browser, site.url, ourMenu, ourLink, acts);
        toRead.push(await navigate(browser, site.url, linkToRead));
        say(`round ${round}: taps and clicks`);
      }
      return findings(acts, toRead);
    } finally {
      await browser.close();
      await site.stop();
    }
  },
};
