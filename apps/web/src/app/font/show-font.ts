import { shared } from '../../api/storage';
import { keepPlaces } from './keep-places';
import { partsOf } from './page-parts';

/** Makes the style sheet use the site's font in an element. */
const turnOn = (element: HTMLElement) => {
  element.dataset.font = '1';
};

/** When nothing else is to be done: who acts meanwhile comes first. Safari knows no such time. */
const whenIdle = () => new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve));

/** Looked for in the page that is there by then: somebody may have gone on. */
const nextPart = () => partsOf(document.body).find((part) => part.dataset.font !== '1');

/** Part by part: all at once, a phone would not answer while it lays the whole page out anew. */
async function changeFont() {
  await whenIdle();
  for (let part = nextPart(); part; part = nextPart()) {
    keepPlaces(part, turnOn);
    await whenIdle();
  }
  turnOn(document.body); // for pages that come later
}

/**
 * Fetches the site's font once the page can be read, and puts it in place of the system's without moving anything in
 * sight. From the next page on it is in the browser's cache and there from the first paint: the inline script knows.
 */
export async function showFont() {
  await document.fonts.load('600 1em Anek');
  shared.setItem('font', '1');
  if (document.documentElement.dataset.font !== '1') await changeFont();
}
