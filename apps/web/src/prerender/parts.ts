import type { RouteHead } from '../route-head';

// A part is the extra script and style of some pages: `<name>-part.ts` in `app` or a feature exports `start`, and
// `styles/<name>-part.css` is optional. The page's data names it.

const files = Object.keys(import.meta.glob('../{app,features/*}/*-part.{ts,tsx}')).map((path) =>
  path.slice('../'.length),
);

function moduleOfPart(name: string) {
  const module = files.find((file) => file.includes(`/${name}-part.`));
  if (!module) throw new Error(`There is no ${name}-part.ts in src/app or a feature.`);
  return module;
}

/** The modules below `src` that only this page loads. */
export const modulesOf = ({ part, module }: RouteHead) =>
  [part && moduleOfPart(part), module].filter((name) => name !== undefined && name !== '') as string[];
