// The site as `npm run dev` serves it: React's development build, in which StrictMode does everything twice.
import { resolve } from 'node:path';
import { createServer } from 'vite';

const server = await createServer({
  configFile: 'apps/web/vite.config.mjs',
  cacheDir: resolve('test/.artifacts/vite'),
  logLevel: 'error',
  server: { port: Number(process.env.SITE_PORT), strictPort: true },
});
await server.listen();
console.log('serving');
