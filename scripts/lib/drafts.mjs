import { createServer } from 'vite';
import { define } from '../../apps/web/build/settings.mjs';
import { root } from './run.mjs';

/** Every text in page data, however deep. */
function textsOf(value) {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : [];
}

/** The copy that the provider still has to confirm, as pairs of a page's path and a text. */
export async function drafts() {
  const server = await createServer({
    root: `${root}apps/web`,
    configFile: false,
    define,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { pages } = await server.ssrLoadModule('/src/site/pages/index.ts');
    const loaded = await Promise.all(pages.map((load) => load()));
    const { drafts } = await server.ssrLoadModule('/src/site/claims.ts');
    const found = loaded.flatMap(({ default: { path, sections } }) =>
      [...new Set(textsOf(sections))].filter((text) => drafts.has(text)).map((text) => [path, text]),
    );
    const listed = new Set(found.map(([, text]) => text));
    for (const text of drafts)
      if (!listed.has(text)) throw new Error(`A draft must be a whole value of a page's data: ${text}`);
    return found;
  } finally {
    await server.close();
  }
}
