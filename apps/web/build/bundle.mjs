import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { headSnippet, siteFavicon, siteSprite, styleSheets } from './inline-assets.mjs';

const root = join(import.meta.dirname, '..');
export const dist = join(root, 'dist');
const configFile = join(root, 'vite.config.mjs');

const entry = 'src/shell/enhance.ts';
const isPart = (key) => /-part\.tsx?$/.test(key);

/** Every page loads these modules, in one file. `preload-helper` is the bundler's wrapper of lazy imports. */
const everyPage = /src\/(shell\/(?!web-vitals|arrival-toast|menus-by-click)|api\/(session|storage)\.)|preload-helper/;

/** The price explorer and the application share these: React, and the module by which chunks load one another. */
const react = /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime|src\/(ui\/icon|app\/render-over)\./;

/** Every page of the application loads these modules. */
const everyApplicationPage =
  /node_modules\/(react-router|react-router-dom|@tanstack|openapi-fetch|openapi-react-query|react-hot-toast|goober)\/|packages\/client\/|src\/(api\/(?!webauthn)|app\/(?!.*-part)|ui\/(?!field-messages|failure-reasons)|site\/(operator|page)\.|routes|route-head)/;

/** The login, sign-up and reset pages share these modules. */
const accountPages = /src\/(site\/drawings\/burst|features\/account\/(auth-|oauth|fragment|password-field))/;

/** Scripts under `static/js`, each named by its content. React is one chunk: it seldom changes. */
const output = {
  entryFileNames: 'static/js/[name]-[hash].js',
  chunkFileNames: 'static/js/[name]-[hash].js',
  assetFileNames: 'static/[ext]/[name]-[hash][extname]',
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [
      { name: 'react', test: react },
      { name: 'site', test: everyPage },
      { name: 'application', test: everyApplicationPage },
      { name: 'account', test: accountPages },
    ],
  },
};

/** @returns the manifest: which file each module became. */
async function bundleBrowser() {
  await build({
    configFile,
    logLevel: 'warn',
    build: {
      outDir: dist,
      emptyOutDir: true,
      manifest: true,
      rolldownOptions: {
        input: [entry, ...Object.values(await styleSheets())].map((file) => join(root, file)),
        output,
      },
    },
  });
  const file = join(dist, '.vite/manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  await rm(join(dist, '.vite'), { recursive: true });
  return manifest;
}

/** The same pages for Node, to render them; thrown away afterwards. */
async function bundlePrerender() {
  const outDir = join(root, 'node_modules/.prerender');
  await build({
    configFile,
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true, ssr: join(root, 'src/prerender/prerender.tsx'), minify: false },
  });
  return import(pathToFileURL(join(outDir, 'prerender.js')).href);
}

/** Visitors' pages load nothing of the desk, so its names keep no styles in them. */
const isDesk = (key) => /^src\/(features\/desk\/|app\/desk-)/.test(key);

/** The files of these chunks and of those that they import, with `later` also of those that they load afterwards. */
function filesOf(manifest, keys, later = () => false) {
  const seen = new Set();
  const follow = (key) => {
    const { imports = [], dynamicImports = [] } = manifest[key] ?? {};
    if (!manifest[key] || seen.has(key)) return;
    seen.add(key);
    for (const each of [...imports, ...dynamicImports.filter(later)]) follow(each);
  };
  keys.forEach(follow);
  return [...new Set([...seen].map((key) => manifest[key].file))];
}

/** The text of every script that a page with these modules can load, also later. */
function scriptTexts(manifest, modules) {
  const isOfDesk = modules.some((module) => isDesk(`src/${module}`));
  const keys = [entry, ...modules.map((module) => `src/${module}`)];
  const files = filesOf(manifest, keys, (key) => !isPart(key) && (isOfDesk || !isDesk(key)));
  return Promise.all(files.map((file) => readFile(join(dist, file), 'utf8')));
}

const chunksOf = (manifest) => (modules) => {
  const known = filesOf(manifest, [entry]);
  const files = filesOf(
    manifest,
    modules.map((module) => `src/${module}`),
  );
  return files.filter((file) => !known.includes(file)).map((file) => `/${file}`);
};

/** The styles of a build, by name, before they are reduced to what a page uses: for the test that compares both. */
const wholeStyles = join(root, 'node_modules/.styles.json');

/** The styles go into the pages; a file of them would be a second request before the first paint. */
async function takeStyles(manifest) {
  const take = async ([name, source]) => {
    const file = join(dist, manifest[source].file);
    const css = await readFile(file, 'utf8');
    await rm(file);
    return [name, css.trim()];
  };
  const css = Object.fromEntries(await Promise.all(Object.entries(await styleSheets()).map(take)));
  await writeFile(wholeStyles, JSON.stringify(css));
  return css;
}

/** Bundles for browser and prerender. @returns the prerender, the assets that its pages refer to, and their scripts. */
export async function bundle() {
  const manifest = await bundleBrowser();
  const prerender = await bundlePrerender();
  const assets = {
    css: await takeStyles(manifest),
    headSnippet: await headSnippet(),
    sprite: await siteSprite(),
    favicon: await siteFavicon(),
    font: `/${manifest['src/fonts/anek-core.woff2'].file}`,
    // The entry's own chunk is no more than an import of this one.
    script: `/${Object.values(manifest).find(({ name }) => name === 'site').file}`,
    chunksOf: chunksOf(manifest),
  };
  return { prerender, assets, textsOf: (modules) => scriptTexts(manifest, modules) };
}
