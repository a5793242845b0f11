import { headSnippet, siteFavicon, siteSprite, styleSheets } from './inline-assets.mjs';
import { settings } from './settings.mjs';

/** The assets of a document as Vite's development server serves them: sources, no bundles. */
const devAssets = async () => ({
  css: {
    index: Object.values(await styleSheets())
      .map((file) => `@import '/${file}';`)
      .join(''),
  },
  headSnippet: await headSnippet(),
  sprite: await siteSprite(),
  favicon: await siteFavicon(),
  font: '/src/fonts/anek-core.woff2',
  script: '/src/shell/enhance.ts',
  chunksOf: () => [],
});

/** `npm run dev`: renders each document on request, with the code that the build uses. */
export const devDocuments = () => ({
  name: 'novacore:dev-documents',
  apply: 'serve',
  // A document's modules run here, so an edit reloads the page. Features run in the browser, which updates them in place.
  hotUpdate({ file, modules, server }) {
    if (this.environment.name !== 'ssr' || !modules.length || file.includes('/src/features/')) return;
    server.environments.client.hot.send({ type: 'full-reload' });
  },
  configureServer: (server) => () => {
    server.middlewares.use(async (request, response, next) => {
      if (!request.headers.accept?.includes('text/html')) return next();
      try {
        const { renderDocument } = await server.ssrLoadModule('/src/prerender/prerender.tsx');
        const path = new URL(request.originalUrl, 'http://localhost').pathname;
        const html = await renderDocument(path, await devAssets(), settings);
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(await server.transformIndexHtml(request.originalUrl, html));
      } catch (error) {
        next(error);
      }
    });
  },
});
