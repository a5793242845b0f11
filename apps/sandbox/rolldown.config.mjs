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
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  },
});
