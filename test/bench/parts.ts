import type { Part } from './part';

interface Listed {
  name: string;
  /** Whether `npm run bench` runs it; `--all` runs every part. */
  core: boolean;
  load: () => Part;
}

/**
 * In the order of docs/performance.md. Each is loaded when it is run: what asks the API needs no browser, and says
 * nothing of it where there is none.
 */
export const parts: Listed[] = [
  { name: 'pages', core: true, load: () => require('./pages/part').pages },
  { name: 'interaction', core: true, load: () => require('./pages/interaction-part').interaction },
  { name: 'peers', core: false, load: () => require('./peer-pages/part').peerPages },
  { name: 'api', core: true, load: () => require('./api/part').api },
  { name: 'log-in', core: true, load: () => require('./api/login-part').logInPart },
  { name: 'log-in-timing', core: true, load: () => require('./api/timing-part').logInTiming },
  { name: 'static', core: true, load: () => require('./static/part').staticPages },
  { name: 'growth', core: false, load: () => require('./growth/part').growth },
  { name: 'load', core: false, load: () => require('./load/part').load },
  { name: 'start', core: true, load: () => require('./start/part').start },
];
