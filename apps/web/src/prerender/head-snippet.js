// Begins the only script that runs before `load`: one a page, inline, minified, under 500 bytes, allowed by its hash.
const { dataset } = document.documentElement;
// A blocked storage throws; then nobody is signed in, and the colour scheme is the system's.
try {
  const { token, theme, font } = localStorage;
  dataset.user = !!token;
  dataset.theme = theme;
  dataset.font = font;
} catch {}
// The page's chunks, all at once; asking for one again costs nothing. A page that needs them says so where one fails.
const load = () => {
  for (const chunk of dataset.js.split(' ')) import(chunk).catch(() => (dataset.failed = 1));
};
// Not before the first paint, nor beside it.
addEventListener(dataset.on, () => requestAnimationFrame(() => setTimeout(load, dataset.wait)));
