import { getToken, onTokenChange } from '../api/session';
import { arrivalKey, local, session } from '../api/storage';
import { enhanceNav } from './enhance-nav';
import { loadChunk } from './load-chunk';

// Every document ends with this script. A content page works fully without it.

/** Runs `work` once the page is visible: a prerendered document waits for its activation. */
function whenActivated(work: () => void) {
  if ('prerendering' in document && document.prerendering)
    document.addEventListener('prerenderingchange', work, { once: true });
  else work();
}

/** Modules of the pages' parts (src/prerender/parts.ts). */
const parts = import.meta.glob<{ start: () => void | Promise<void> }>('../{app,features/*}/*-part.{ts,tsx}');

/** The style sheet shows what to do if a part is missing. */
function showFailure(error: Error) {
  const message = document.querySelector('[data-chunk-error]');
  if (message) message.textContent = error.message;
  document.documentElement.dataset.failed = '1';
}

/** Resolves after the first paint, so that scripts do not compete with it. A hidden tab does not paint. */
const painted = () =>
  new Promise<void>((resolve) => {
    if (document.hidden) resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });

/** Resolves when a form of the part comes near the viewport, or at once if the address refers to it. */
const isNeeded = (part: Element | null) =>
  new Promise<void>((resolve) => {
    const forms = [...document.forms].filter((form) => part?.contains(form));
    if (location.hash || location.search || !forms.length || !('IntersectionObserver' in window)) return resolve();
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: '20%' },
    );
    for (const form of forms) observer.observe(form);
  });

async function startPart() {
  const { part, page = '' } = document.documentElement.dataset;
  const [, load] = Object.entries(parts).find(([file]) => file.includes(`/${part}-part.`)) ?? [];
  if (!load) return;
  await painted();
  await isNeeded(document.getElementById(part ?? ''));
  const { start } = await loadChunk(page, load);
  await start();
  document.documentElement.dataset.started = '1';
}

/**
 * Asks before the operator's third-party script runs on the home page. The script can read everything that this site
 * stores, so it runs for visitors only. A login, even in another tab, loads a new document.
 */
function askConsent() {
  const strip = document.querySelector<HTMLElement>('[data-script]');
  const source = strip?.dataset.script;
  if (!strip || !source) return;
  if (getToken() !== null) {
    strip.hidden = true;
    return;
  }
  const end = () => {
    if (getToken() !== null) location.reload();
  };
  const run = () => {
    if (getToken() !== null) return;
    document.head.append(Object.assign(document.createElement('script'), { src: source, async: true }));
    onTokenChange(end);
    addEventListener('pageshow', end);
  };
  const answer = local.getItem('consent');
  if (answer === 'yes') run();
  strip.hidden = answer !== null;
  for (const button of strip.querySelectorAll<HTMLButtonElement>('button'))
    button.addEventListener('click', () => {
      local.setItem('consent', button.value);
      strip.hidden = true;
      if (button.value === 'yes') run();
    });
}

/** The copy buttons are live regions, so screen readers announce their new text. */
function enhanceCode() {
  for (const figure of document.querySelectorAll('figure:has(> pre)')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.ariaLive = 'polite';
    button.textContent = 'Copy';
    const show = () => {
      button.textContent = 'Copied';
    };
    button.onclick = () =>
      navigator.clipboard.writeText(figure.querySelector('pre')?.textContent ?? '').then(show, () => undefined);
    // The clipboard needs HTTPS.
    if (navigator.clipboard) figure.append(button);
  }
}

/** The page works without its report. */
const reportVitals = () =>
  import('./web-vitals').then(
    (loaded) => loaded.reportVitals(),
    () => undefined,
  );

/** Few pages have a message, so only they load its script. */
function showArrivalMessage() {
  if (session.getItem(arrivalKey) === null) return;
  import('./arrival-toast-view').then(
    ({ showArrivalToast }) => showArrivalToast(),
    () => undefined,
  );
}

startPart().catch(showFailure);
enhanceNav();
enhanceCode();
addEventListener('pageshow', () => whenActivated(showArrivalMessage));
whenActivated(() => {
  askConsent();
  void reportVitals();
});
