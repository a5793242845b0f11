import type { RouteHead } from '../route-head';

// A part is what a page needs in addition to what every page has: `<name>-part.ts` in `app` or a feature, which exports
// `start`, and perhaps its styles, `styles/<name>-part.css`. The page's data names it.

const files = Object.keys(import.meta.glob('../{app,features/*}/*-part.{ts,tsx}')).map((path) =>
  path.slice('../'.length),
);

function moduleOfPart(name: string) {
  const module = files.find((file) => file.includes(`/${name}-part.`));
  if (!module) throw new Error(`There is no ${name}-part.ts in src/app or a feature.`);
  return module;
}

/** The modules, below `src`, that a page loads in addition to those of every page. */
export const modulesOf = ({ part, module }: RouteHead) =>
  [part && moduleOfPart(part), module].filter((name) => name !== undefined && name !== '') as string[];
