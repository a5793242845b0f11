import { shared } from '../../api/storage';
import { keepPlaces } from './keep-places';

/** Set on the root, it makes the style sheet use the site's font; kept, so that the next page begins with it. */
function useFont(on: boolean) {
  if (on) document.documentElement.dataset.font = '1';
  else delete document.documentElement.dataset.font;
}

/**
 * Fetches the site's font once the page can be read, and puts it in place of the system's without moving anything in
 * sight. From the next page on it is in the browser's cache and there from the first paint.
 */
export async function showFont() {
  await document.fonts.load('600 1em Anek');
  shared.setItem('font', '1');
  if (document.documentElement.dataset.font !== '1') keepPlaces(() => useFont(true));
}
