import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { hasRoute } from './routes';

const { pathname } = window.location;
/**
 * Where the page was loaded: a vital belongs to it, whatever page is shown when the figure is known. What somebody else
 * wrote into an address that we do not have is not noted.
 */
const path = hasRoute(pathname) ? pathname : '/404';

function report({ name, value }: Metric) {
  const body = JSON.stringify({ name, value, path });
  navigator.sendBeacon('/api/vitals', new Blob([body], { type: 'application/json' }));
}

/** Five figures a page view, without cookie or identifier (`reportVitals` in the contract). */
export function reportVitals() {
  for (const on of [onCLS, onFCP, onINP, onLCP, onTTFB]) on(report);
}
