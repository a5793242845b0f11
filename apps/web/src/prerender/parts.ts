// A part is the one thing on a page that needs more script than every page has: `<name>-part.ts` in `app` or a feature,
// which exports `start`, and perhaps its styles, `styles/<name>-part.css`. A section whose kind is the name brings it.

const files = Object.keys(import.meta.glob('../{app,features/*}/*-part.{ts,tsx}')).map((path) =>
  path.slice('../'.length),
);

/** The module of a part, below `src`; undefined where no part has this name. */
export const partModule = (name: string) => files.find((file) => file.includes(`/${name}-part.`));
