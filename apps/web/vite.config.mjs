import { defaults } from '@novacore/shared/settings';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { scriptTargets } from './build/browsers.mjs';
import { devDocuments } from './build/dev-documents.mjs';
import { define } from './build/settings.mjs';

const server = `http://localhost:${process.env.PORT || defaults.PORT}`;
/** What `npm run dev` leaves to the server: the API, and what only a build makes. */
const served = ['/api', '/openapi', '/pricing.json', '/content.speculationrules', '/static'];

export default defineConfig({
  root: import.meta.dirname,
  appType: 'custom',
  define,
  plugins: [react(), devDocuments()],
  server: { host: '127.0.0.1', proxy: Object.fromEntries(served.map((path) => [path, server])) },
  // There is no index.html to find the dependencies by.
  optimizeDeps: { entries: ['src/shell/enhance.ts'] },
  build: {
    target: scriptTargets,
    // Styles are made for the supported browsers page by page: build/reduce.mjs.
    cssTarget: 'esnext',
    assetsDir: 'static',
    // Pages preload nothing. With `false` the bundle would carry code that looks for a way to preload.
    modulePreload: { resolveDependencies: () => [] },
    reportCompressedSize: false,
  },
});
