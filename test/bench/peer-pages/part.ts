import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../support/browser';
import { newPerson } from '../api/person';
import { median } from '../measure/median';
import { type Folder, serveFiles } from '../pages/folder-server';
import { type Acts, act, actHead, actNotes, actRow, noActs, ourLink, ourMenu } from '../pages/interaction-part';
import { speedAudit } from '../pages/lighthouse';
import { builtPages, securityHeaders, serveStaticLimit } from '../pages/static-limit';
import type { MenuPlace } from '../pages/tap';
import { type Visit, visit } from '../pages/visit';
import type { Findings, Goal, Part, Plot, RunOptions } from '../part';
import { type SiteServer, startSite } from '../servers/site';
import { buildPeer, peers } from './build-peer';

const peerMenu: MenuPlace = { button: '[aria-label=Menu]', panel: '.small-menu__panel' };

/** One way to build the home page. */
interface Way {
  label: string;
  url: string;
  kind: 'ours' | 'limit' | 'peer';
  menu: MenuPlace;
  visits: Visit[];
  acts: Acts;
  lighthouseLcp?: number;
}

/** The pages that ask for a person: ours, and the same in the one-bundle application. */
interface AccountPage {
  path: string;
  ours: Visit[];
  spa: Visit[];
}

const way = (label: string, url: string, kind: Way['kind'], menu = peerMenu): Way => {
  return { label, url, kind, menu, visits: [], acts: noActs() };
};

/** A round's figure is the median of these, made in turn: a frame or two more is a tenth of a first paint. */
const visitsPerRound = 3;

async function visitAll(browser: Browser, ways: Way[], { rounds, say }: RunOptions) {
  for (let round = 1; round <= rounds; round += 1) {
    for (let each = 0; each < visitsPerRound; each += 1)
      for (const { url, kind, visits } of ways) visits.push(await visit(browser, url, kind !== 'limit'));
    for (const { url, kind, menu, acts } of ways) if (kind !== 'limit') await act(browser, url, menu, ourLink, acts);
    say(`round ${round}: visits`);
  }
}

async function visitAccount(browser: Browser, ours: string, spa: string, rounds: number): Promise<AccountPage[]> {
  const token = await newPerson(ours, 'peers@lab.example');
  const pages = ['/login', '/payment'].map((path): AccountPage => ({ path, ours: [], spa: [] }));
  for (let each = 0; each < rounds * visitsPerRound; each += 1)
    for (const page of pages) {
      const mine = page.path === '/payment' ? token : undefined;
      page.ours.push(await visit(browser, ours + page.path, true, mine));
      page.spa.push(await visit(browser, spa + page.path, true, mine));
    }
  return pages;
}

async function auditAll(ways: Way[], { chromium, say }: RunOptions) {
  for (const each of ways) {
    each.lighthouseLcp = (await speedAudit(chromium, each.url)).lcp;
    say(`Lighthouse: ${each.label}`);
  }
}

const mid = (visits: Visit[], key: keyof Visit) => median(visits.map((each) => each[key]));
const whole = (value: number) => (Number.isNaN(value) ? '' : Math.round(value).toLocaleString('en-IN'));

const row = ({ label, visits, lighthouseLcp = Number.NaN }: Way) => [
  label,
  ...(['bytes', 'scriptBytes', 'fcp', 'lcp', 'live', 'blocking', 'longestTask'] as const).map((key) =>
    whole(mid(visits, key)),
  ),
  whole(lighthouseLcp),
];

/** For each round. */
function timesOf(a: Visit[], b: Visit[], key: keyof Visit): number[] {
  const rounds = Array.from({ length: a.length / visitsPerRound }, (_, round) => round * visitsPerRound);
  const inRound = (visits: Visit[], from: number) => mid(visits.slice(from, from + visitsPerRound), key);
  return rounds.map((from) => inRound(a, from) / inRound(b, from));
}

/** A form is ready as it is painted; a payment as its first call goes out. */
const readyAt = (path: string) => (path === '/login' ? 'fcp' : 'firstCall');

function goalsOf(ways: Way[], account: AccountPage[]): Goal[] {
  const ours = ways.find(({ kind }) => kind === 'ours')?.visits ?? [];
  const ahead = ways
    .filter(({ kind }) => kind === 'peer')
    .flatMap(({ label, visits }) =>
      (['fcp', 'lcp'] as const).map((key) => ({
        what: `${key.toUpperCase()} of the home page, times: ${label}`,
        values: timesOf(ours, visits, key),
        limit: 1,
      })),
    );
  const early = account.map(({ path, ours: mine, spa }) => ({
    what: `${path} ${path === '/login' ? 'takes input' : 'begins to pay'}, times the one-bundle application`,
    values: timesOf(mine, spa, readyAt(path)),
    limit: 0.7,
  }));
  return [...ahead, ...early];
}

function plotOf(ways: Way[], key: 'lcp' | 'live', title: string, name: string): Plot {
  const kinds = { ours: 'ours', limit: 'limit', peer: 'other' } as const;
  const bars = ways.map(({ label, kind, visits }) => ({ label, value: mid(visits, key), kind: kinds[kind] }));
  return { name, title, unit: 'ms', bars: bars.filter(({ value }) => !Number.isNaN(value)) };
}

const accountRow = ({ path, ours, spa }: AccountPage) => [
  `\`${path}\``,
  ...(['fcp', readyAt(path), 'live'] as const).flatMap((key) => [
    whole(mid(ours, key)),
    whole(mid(spa, key)),
    median(timesOf(ours, spa, key)).toFixed(2),
  ]),
  whole(mid(ours, 'scriptBytes')),
];

const wayHead = ['', 'bytes', 'of it script', 'FCP ms', 'LCP ms', 'hydrated ms', 'blocking ms', 'longest task ms'];

function findings(ways: Way[], account: AccountPage[], rounds: number): Findings {
  const acting = ways.filter(({ kind }) => kind !== 'limit');
  return {
    goals: goalsOf(ways, account),
    tables: [
      { title: 'The home page', table: { head: [...wayHead, 'Lighthouse LCP ms'], rows: ways.map(row) } },
      {
        title: 'First tap, next page',
        table: { head: actHead, rows: acting.map(({ label, acts }) => actRow(label, acts)) },
      },
      {
        title: 'Pages that ask for a person',
        table: {
          head: [
            ...['page', 'first paint ms', 'one-bundle application ms', 'times'],
            ...['ready ms', 'one-bundle application ms', 'times'],
            ...['script took over ms', 'one-bundle application ms', 'times', 'script, bytes'],
          ],
          rows: account.map(accountRow),
        },
      },
    ],
    plots: [
      plotOf(ways, 'lcp', 'Largest contentful paint of the home page', 'performance-lcp'),
      plotOf(ways, 'live', 'The home page, hydrated', 'performance-hydrated'),
    ],
    notes: [
      `The same home page, built other ways (\`test/bench/peers\`, made from our own built page) and served alike, with the same headers but for the policy of contents, visited in turn as under *Pages*; ` +
        `medians of ${rounds} rounds of ${visitsPerRound} visits.`,
      'The log-in form is there with the first paint: what is typed into it stays, and what is sent before the script has come is sent when it ' +
        'comes (`test/journeys/account.test.ts`). In the one-bundle application the script draws it. On /payment the payment begins, and ' +
        'checkout opens, before the script that draws the page has come (`test/journeys/payment-checkout.test.ts`): it is ready as its first ' +
        'call goes out; that of the one-bundle application asks for the order.',
      actNotes,
    ],
  };
}

async function measure(site: SiteServer, folders: Folder[], options: RunOptions): Promise<Findings> {
  const limit = await serveStaticLimit(
    builtPages().filter(({ path }) => path === '/'),
    site.url,
  );
  folders.push(limit);
  const ways = [way('the product', site.url, 'ours', ourMenu), way('limit: no script', limit.url, 'limit')];
  // Ours, but for the policy that names our own scripts: opening a page in a group of its own costs its first paint.
  const { 'content-security-policy': _, ...headers } = await securityHeaders(site.url);
  for (const peer of peers) {
    options.say(`building: ${peer.label}`);
    const folder = await serveFiles(await buildPeer(peer), headers);
    folders.push(folder);
    ways.push(way(peer.label, folder.url, 'peer'));
  }
  const browser = await launchBrowser();
  await visitAll(browser, ways, options);
  const spa = ways.find(({ label }) => label === peers[0]?.label)?.url ?? '';
  const account = await visitAccount(browser, site.url, spa, options.rounds);
  await browser.close();
  await auditAll(ways, options);
  return findings(ways, account, options.rounds);
}

export const peerPages: Part = {
  title: 'The home page, built other ways',
  run: async (options) => {
    const site = await startSite();
    const folders: Folder[] = [];
    try {
      return await measure(site, folders, options);
    } finally {
      for (const folder of folders) folder.close();
      await site.stop();
    }
  },
};
