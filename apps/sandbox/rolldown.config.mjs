// Bundles the sandbox and its `certify` command into dist.
import { defineConfig } from 'rolldown';

export default defineConfig({
  input: { main: 'src/main.ts', certify: 'src/certify/main.ts' },
  platform: 'node',
  tsconfig: 'tsconfig.json',
  output: {
    dir: 'dist',
    cleanDir: true,
    format: 'cjs',
    // Otherwise `certify` would import shared code from `main`, which starts the server.
    strictExecutionOrder: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  },
});
