import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumArguments } from '../../support/browser';
import { freePort } from '../../support/process';

/** Lighthouse's mobile run of one page: its simulated milliseconds, and its scores from 0 to 100. */
export interface Audit {
  fcp: number;
  lcp: number;
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  /** Audits that cost points, outside performance. */
  faults: string[];
}

async function untilListening(port: number) {
  const isUp = () => fetch(`http://127.0.0.1:${port}/json/version`).then(Boolean, () => false);
  while (!(await isUp())) await new Promise((resolve) => setTimeout(resolve, 50));
}

function toAudit({ categories, audits }: import('lighthouse').Result): Audit {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const others = ['accessibility', 'best-practices', 'seo'].flatMap((name) => categories[name]?.auditRefs ?? []);
  const failed = others.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1);
  return {
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    faults: failed.map(({ id }) => id),
  };
}

async function stop(browser: ChildProcess, profile: string) {
  const exited = new Promise((resolve) => browser.once('exit', resolve));
  browser.kill();
  await exited;
  // Its helpers go on writing for a moment.
  await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
}

/**
 * Audits a page in a browser of its own: Lighthouse empties the cache and leaves what a page has stored, so that a second
 * audit in the same browser would see a visitor who has been there and has nothing of it.
 * @param onlyCategories Lighthouse's names; the scores of the others are 0.
 */
async function audit(chromium: string, url: string, onlyCategories?: string[]): Promise<Audit> {
  const { default: lighthouse } = await import('lighthouse');
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), 'novacore-lighthouse-'));
  const args = [...chromiumArguments, `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, 'about:blank'];
  const browser = spawn(chromium, args, { stdio: 'ignore' });
  try {
    await untilListening(port);
    // A page that seems to paint nothing, or not to answer, is Lighthouse's own trouble now and then.
    for (let run = 1; run <= 3; run += 1) {
      const result = await lighthouse(url, {
        port,
        logLevel: 'silent',
        onlyCategories,
        disableFullPageScreenshot: true,
      });
      if (result && !result.lhr.runtimeError) return toAudit(result.lhr);
    }
  } finally {
    await stop(browser, profile);
  }
  throw new Error(`Lighthouse says nothing of ${url}`);
}

/** How fast a page is, and nothing else. */
export const speedAudit = (chromium: string, url: string) => audit(chromium, url, ['performance']);

/** Audits a page several times. @returns the figures of speed of the audit in the middle by its LCP; the others need one. */
export async function middleAudit(chromium: string, url: string, times: number): Promise<Audit> {
  const whole = await audit(chromium, url);
  const audits = [whole];
  while (audits.length < times) audits.push(await speedAudit(chromium, url));
  const { fcp, lcp, performance } = audits.sort((a, b) => a.lcp - b.lcp)[Math.floor(times / 2)] as Audit;
  return { ...whole, fcp, lcp, performance };
}
