import type { Page } from 'playwright-core';

/** The content of a page as plain data. */
export type PageReading = Awaited<ReturnType<typeof readPage>>;

/** Runs in the browser. */
function read() {
  const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? '';
  const words = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();
  const nav = document.querySelector('header.nav');
  const scrolls = (element: Element | null): boolean =>
    !!element && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  /** Text only for screen readers. */
  const isHidden = (element: Element | null): boolean =>
    !!element && (getComputedStyle(element).clipPath === 'inset(50%)' || isHidden(element.parentElement));
  const isCutOff = (text: Node) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right, width } = range.getBoundingClientRect();
    const isOutside = width > 1 && (right > innerWidth + 1 || left < -1);
    return isOutside && !scrolls(text.parentElement) && !isHidden(text.parentElement);
  };
  const texts: Node[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (walker.currentNode.nodeValue?.trim()) texts.push(walker.currentNode);
  return {
    title: document.title,
    description: meta('description'),
    robots: meta('robots'),
    h1: [...document.querySelectorAll('h1')].map(words),
    text: document.querySelector('main')?.textContent ?? '',
    /** Undefined where there is no navigation. */
    navColour: nav ? getComputedStyle(nav).backgroundColor : undefined,
    /** Links of the main part with label and address. */
    links: [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].map((link) => ({
      label: words(link),
      path: link.pathname,
      query: link.search,
    })),
    /** Texts that a phone cuts off, and that no scrolling box brings back. */
    cutOff: texts.filter(isCutOff).map((text) => text.nodeValue ?? ''),
  };
}

export async function readPage(page: Page, address: string) {
  const reply = await page.goto(address, { waitUntil: 'domcontentloaded' });
  return { status: reply?.status() ?? 0, ...(await page.evaluate(read)) };
}

/** Letter case, spaces and the grouping of digits do not count. */
export const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/(?<=\d),(?=\d)/g, '')
    .replace(/\s+/g, ' ');
