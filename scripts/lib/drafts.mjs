import { createServer } from 'vite';
import { root } from './run.mjs';

/** The words in the claims register that the provider still has to review, each with its name. */
export async function drafts() {
  const server = await createServer({
    root: `${root}apps/web`,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { claims } = await server.ssrLoadModule('/src/site/claims.ts');
    return Object.entries(claims).filter(([, claim]) => claim.draft);
  } finally {
    await server.close();
  }
}
