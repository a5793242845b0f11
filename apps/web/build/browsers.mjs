// The browsers that the root package.json names under `browserslist`, as the tools of the build want them.
import { join } from 'node:path';
import browserslist from 'browserslist';
import { browserslistToTargets } from 'lightningcss';

/** For Lightning CSS. */
export const styleTargets = browserslistToTargets(browserslist(null, { path: join(import.meta.dirname, '../../..') }));

/** For Vite: `chrome109`. */
export const scriptTargets = Object.entries(styleTargets).map(
  ([name, version]) => `${name.replace('ios_saf', 'ios')}${version >> 16}`,
);
