import { showFont } from './font/show-font';
import { reportVitals } from './report-vitals';

/** What can wait until the page answers. */
export function afterwards() {
  showFont().catch(() => undefined);
  reportVitals();
}
