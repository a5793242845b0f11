import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, minifySync } from 'vite';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const configFile = join(root, 'vite.config.mjs');
const entry = 'src/app/main.tsx';
/** Begins with the document, beside the entry. */
const start = 'src/features/payment/start-payment.ts';

/** What every page needs and seldom changes; a few lines of ours with it, which would be requests of their own. */
const vendor =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\/|src\/(ui\/use-hydrated|site\/(inline|sections\/band))\.tsx?$/;

/** Who is signed in, and what is kept: what every page needs that must not wait for React. */
const session = /src\/(api\/(session|storage)|ui\/product-name)\.ts$/;

/** To call the API. */
const calls = /node_modules\/openapi-fetch\/|src\/api\/(answered-fetch|client|problem)\.ts$/;

/** What every page of the application stands in: toasts. */
const account =
  /node_modules\/(react-hot-toast|goober)\/|src\/(app\/account-part|ui\/(after-mount|loader|toaster))\.tsx?$/;

/** To call the API from what is drawn. */
const queries =
  /node_modules\/(@tanstack|openapi-react-query)\/|src\/api\/(query-client|query-hooks|with-queries|use-get-config)\.tsx?$/;

/** What moves on the pricing page, and what it shows. */
const prices = /src\/(app\/price-explorer|site\/explorer\/|pages\/pricing\.ts\?awake$)/;

/** Scripts under `static/js`, each named by its content; what every page needs of others is one chunk. */
const output = {
  entryFileNames: 'static/js/[name]-[hash].js',
  chunkFileNames: 'static/js/[name]-[hash].js',
  assetFileNames: 'static/[ext]/[name]-[hash][extname]',
  codeSplitting: {
    groups: [
      { name: 'vendor', test: vendor },
      { name: 'session', test: session },
      { name: 'calls', test: calls, includeDependenciesRecursively: false },
      { name: 'account', test: account, includeDependenciesRecursively: false },
      { name: 'queries', test: queries, includeDependenciesRecursively: false },
      { name: 'prices', test: prices, includeDependenciesRecursively: false },
    ],
  },
  // What every page needs is compiled while it is fetched, off the main thread: found later, function by function, it
  // costs a phone a third of its time to come alive.
  postBanner: ({ name }) => (name === 'vendor' || name === 'main' ? '//# allFunctionsCalledOnLoad' : ''),
};

/** @returns the manifest: which chunk each module became. */
async function bundleBrowser() {
  await build({
    configFile,
    logLevel: 'warn',
    build: {
      outDir: dist,
      emptyOutDir: true,
      manifest: true,
      rolldownOptions: { input: [entry, start].map((file) => join(root, file)), output },
    },
  });
  const file = join(dist, '.vite/manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  await rm(join(dist, '.vite'), { recursive: true });
  return manifest;
}

/** The same app for Node, to render its pages; thrown away afterwards. */
async function bundlePrerender() {
  const outDir = join(root, 'node_modules/.prerender');
  await build({
    configFile,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      ssr: join(root, 'src/prerender/prerender.tsx'),
      minify: false,
      cssMinify: true,
    },
  });
  return import(pathToFileURL(join(outDir, 'prerender.js')).href);
}

/** A chunk, and those that it imports at once. The ones that come later, at a visitor's wish, are left out. */
function withImports(manifest, key, found = new Set()) {
  const chunk = manifest[key];
  if (!chunk || found.has(chunk.file)) return found;
  for (const each of chunk.imports ?? []) withImports(manifest, each, found);
  return found.add(chunk.file);
}

const chunksOf = (manifest) => (modules) => {
  // The manifest names a chunk by the module that it was made for; a group's chunk has but a name.
  const [grouped] = Object.keys(manifest).filter((key) => manifest[key].name === 'prices');
  const keys = [...modules.map((module) => `src/${module}`), entry].map((key) => (prices.test(key) ? grouped : key));
  const files = new Set(keys.flatMap((key) => [...withImports(manifest, key)]));
  return [...files].map((file) => `/${file}`);
};

/** The styles go into the pages; a file of them would be a second request before the first paint. */
async function takeStyles(manifest) {
  const [file] = Object.values(manifest).filter(({ file }) => file.endsWith('.css'));
  const css = await readFile(join(dist, file.file), 'utf8');
  await rm(join(dist, file.file));
  return css.trim();
}

/** One block of these sources, so that they share names with each other and none with the page. */
async function snippet(...names) {
  const read = (name) => readFile(join(root, 'src/prerender', `${name}-snippet.js`), 'utf8');
  const source = `{${(await Promise.all(names.map(read))).join('\n')}}`;
  const { code } = minifySync('snippet.js', source, { compress: { target: 'es2022' }, mangle: { toplevel: true } });
  return code.trim();
}

/** The favicon stands in the page: a request for it would go out beside the first paint. */
async function favicon() {
  const svg = (await readFile(join(root, 'src/ui/mark.svg'), 'utf8')).trim().replaceAll('"', "'");
  return `data:image/svg+xml,${svg.replace(/[<>#%]/g, encodeURIComponent)}`;
}

async function sprite() {
  const svg = await readFile(join(root, 'src/ui/icons.svg'), 'utf8');
  return svg.match(/<symbol[\s\S]*<\/symbol>/)[0].replaceAll('\n', '');
}

/** Bundles for browser and prerender. @returns the prerender and the assets that its pages refer to. */
export async function bundle() {
  const manifest = await bundleBrowser();
  const prerender = await bundlePrerender();
  const assets = {
    css: await takeStyles(manifest),
    headSnippet: await snippet('head', 'taps'),
    callbackSnippet: await snippet('callback', 'head'),
    sprite: await sprite(),
    favicon: await favicon(),
    chunkOf: (module) => `/${manifest[`src/${module}`].file}`,
    chunksOf: chunksOf(manifest),
  };
  return { prerender, assets };
}
