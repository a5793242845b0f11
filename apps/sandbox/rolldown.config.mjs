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
    // Without it, `certify` would import what both programs share from `main`, and start the server.
    strictExecutionOrder: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  },
});
