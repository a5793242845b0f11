import { launchBrowser } from '../../support/browser';
import { median } from '../measure/median';
import type { Findings, Goal, Part, RunOptions } from '../part';
import { startSite } from '../servers/site';
import { type Audit, middleAudit, speedAudit } from './lighthouse';
import { type BuiltPage, builtPages, serveStaticLimit } from './static-limit';
import { type Visit, visit } from './visit';

/** One page of each kind. */
const templates = ['/', '/pricing', '/product/gpu-clusters', '/discover/performance', '/company', '/legal'];
/** These ask for a person or a payment: they are measured with the peers. */
const isApplication = ({ path }: BuiltPage) => /^\/(login|signup|callback|payment|account)/.test(path);

/** One page, ours beside the same without its scripts. */
interface Seen {
  page: BuiltPage;
  ours: Visit[];
  limit: Visit[];
  audit?: Audit;
  limitAudit?: Audit;
}

/** A frame more or less is a tenth of a first paint: it takes more visits than rounds to tell. */
const visitsPerRound = 2;

interface Stand {
  site: string;
  limit: string;
}

function chosenPages(all: boolean): BuiltPage[] {
  const pages = builtPages().filter((page) => !isApplication(page) && page.path !== '/404');
  return all ? pages : pages.filter(({ path }) => templates.includes(path));
}

async function visits(seen: Seen[], { site, limit }: Stand, { rounds, say }: RunOptions) {
  const browser = await launchBrowser();
  for (let round = 1; round <= rounds * visitsPerRound; round += 1)
    for (const { page, ours, limit: bare } of seen) {
      ours.push(await visit(browser, site + page.path));
      bare.push(await visit(browser, limit + page.path, false));
      say(`round ${round}: ${page.path}`);
    }
  await browser.close();
}

/**
 * Every page once; the few templates as often as there are rounds, because one audit in some is far off. A page without
 * script has none that could be.
 */
async function audits(seen: Seen[], { site, limit }: Stand, { all, rounds, chromium, say }: RunOptions) {
  const times = all ? 1 : rounds;
  for (const each of seen) {
    each.audit = await middleAudit(chromium, site + each.page.path, times);
    each.limitAudit = await speedAudit(chromium, limit + each.page.path);
    say(`Lighthouse: ${each.page.path}`);
  }
}

const mid = (visits: Visit[], key: keyof Visit) => median(visits.map((each) => each[key]));
const times = ({ ours, limit }: Seen, key: 'fcp' | 'lcp') => mid(ours, key) / mid(limit, key);
const scores = ({ performance, accessibility, bestPractices, seo }: Audit, { noindex }: BuiltPage) =>
  noindex ? [performance, accessibility, bestPractices] : [performance, accessibility, bestPractices, seo];

/** The browser's own work on the page, before any script, counts too: the limit's figure tells how much that is. */
const beside = ({ ours, limit }: Seen, key: 'blocking' | 'longestTask') =>
  `${Math.round(mid(ours, key))} (${Math.round(mid(limit, key))})`;

const row = (seen: Seen) => [
  `\`${seen.page.path}\``,
  Math.round(mid(seen.ours, 'bytes')).toLocaleString('en-IN'),
  Math.round(mid(seen.ours, 'scriptBytes')).toLocaleString('en-IN'),
  mid(seen.ours, 'beforePaint'),
  `${Math.round(mid(seen.ours, 'fcp'))} (${times(seen, 'fcp').toFixed(2)})`,
  `${Math.round(mid(seen.ours, 'lcp'))} (${times(seen, 'lcp').toFixed(2)})`,
  beside(seen, 'blocking'),
  beside(seen, 'longestTask'),
  mid(seen.ours, 'cls').toFixed(3),
  Math.round(mid(seen.ours, 'live')),
  seen.audit ? `${Math.round(seen.audit.lcp)} (${(seen.audit.lcp / (seen.limitAudit?.lcp ?? 0)).toFixed(2)})` : '',
  seen.audit ? scores(seen.audit, seen.page).join(' / ') : '',
];

const head = [
  ...['page', 'bytes', 'of it script', 'requests before paint', 'FCP ms (times limit)', 'LCP ms (times limit)'],
  ...['blocking ms (limit)', 'longest task ms (limit)', 'CLS', 'hydrated ms'],
  ...['Lighthouse LCP ms (times limit)', 'scores'],
];

/** Each goal has one figure per page: the page's median. */
function goalsOf(seen: Seen[]): Goal[] {
  const each = (what: string, limit: number, figure: (one: Seen) => number): Goal => ({
    what,
    each: 'page',
    values: seen.map(figure),
    limit,
  });
  const lighthouse = seen.filter(({ audit }) => audit);
  return [
    each('FCP, times the static limit', 1.1, (one) => times(one, 'fcp')),
    each('LCP, times the static limit', 1.1, (one) => times(one, 'lcp')),
    each('blocking time, ms', 50, ({ ours }) => mid(ours, 'blocking')),
    each('longest task, ms', 100, ({ ours }) => mid(ours, 'longestTask')),
    each('layout shift, rounded to a thousandth', 0, ({ ours }) => Math.round(mid(ours, 'cls') * 1000) / 1000),
    each('requests before the first paint', 1, ({ ours }) => mid(ours, 'beforePaint')),
    each('script, KB', 82, ({ ours }) => mid(ours, 'scriptBytes') / 1000),
    {
      what: 'Lighthouse LCP, times the static limit',
      each: 'page',
      values: lighthouse.map(({ audit, limitAudit }) => (audit?.lcp ?? 0) / (limitAudit?.lcp ?? 0)),
      limit: 1.1,
    },
    {
      what: 'the lowest of Lighthouse’s scores',
      each: 'page',
      values: lighthouse.map(({ audit, page }) => Math.min(...scores(audit as Audit, page))),
      limit: 100,
      least: true,
    },
  ];
}

function findings(seen: Seen[], { all, rounds }: RunOptions): Findings {
  const audited = all
    ? 'once'
    : `${rounds} times for speed, of which the middle one counts, its limit and all else once`;
  const faults = seen.flatMap(({ page, audit }) =>
    audit?.faults.length ? [`${page.path}: ${audit.faults.join(', ')}`] : [],
  );
  return {
    goals: goalsOf(seen),
    tables: [{ title: '', table: { head, rows: seen.map(row) } }],
    notes: [
      `First visits on a phone (412 × 823), slow 4G (1.6 Mbit/s, 150 ms), the processor at a quarter; medians of ${rounds * visitsPerRound} visits, Lighthouse ` +
        `${audited}, each time in a new browser. The limit is the very same page with the same headers and its scripts taken out, visited in turn. ` +
        'SEO counts on pages that may be indexed.',
      ...(faults.length ? [`Lighthouse takes points off for: ${faults.join('; ')}.`] : []),
    ],
  };
}

export const pages: Part = {
  title: 'Pages',
  run: async (options) => {
    const chosen = chosenPages(options.all);
    const site = await startSite();
    const limit = await serveStaticLimit(chosen, site.url);
    const stand = { site: site.url, limit: limit.url };
    try {
      const seen = chosen.map((page): Seen => ({ page, ours: [], limit: [] }));
      await visits(seen, stand, options);
      await audits(seen, stand, options);
      return findings(seen, options);
    } finally {
      limit.close();
      await site.stop();
    }
  },
};
