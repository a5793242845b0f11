import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { helpersPlugin } from './build/helpers-plugin.mjs';
import { leanPreloadPlugin } from './build/lean-preload-plugin.mjs';
import { leanRouterPlugin } from './build/lean-router-plugin.mjs';
import { pagesPlugin } from './build/pages-plugin.mjs';
import { define } from './build/settings.mjs';

const root = import.meta.dirname;
const server = `http://localhost:${process.env.PORT || 3000}`;
/** What `npm run dev` leaves to the server: the API, and what only a build makes. */
const served = ['/api', '/docs/api', '/openapi', '/pricing.json', '/static'];

export default defineConfig({
  root,
  define,
  plugins: [react(), pagesPlugin(root), leanRouterPlugin(), leanPreloadPlugin(), helpersPlugin()],
  server: { host: '127.0.0.1', proxy: Object.fromEntries(served.map((path) => [path, server])) },
  build: {
    target: 'es2023',
    cssTarget: 'esnext',
    cssCodeSplit: false,
    assetsDir: 'static',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
