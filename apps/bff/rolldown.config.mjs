// Bundles the server and its commands into dist: one file per program, and what they share.
import { defineConfig } from 'rolldown';

export default defineConfig({
  input: {
    main: 'src/main.ts',
    migrate: 'src/migrate.ts',
    doctor: 'src/doctor/main.ts',
    commands: 'src/commands/main.ts',
    'print-examples': 'src/mail/print-examples.ts',
  },
  platform: 'node',
  tsconfig: 'tsconfig.json',
  // Packages with binaries, and Nest's optional packages, which are not installed.
  external: [
    '@node-rs/argon2',
    '@electric-sql/pglite',
    'pg-native',
    /^@nestjs\/(microservices|platform-express|websockets)/,
    /^@fastify\/(view|multipart)/,
    /^class-(transformer|validator)/,
  ],
  // Libraries do both. Our own code imports nothing in circles and never calls eval.
  checks: { circularDependency: false, eval: false },
  output: {
    dir: 'dist',
    cleanDir: true,
    format: 'cjs',
    // Nest reads metadata that an earlier import must define.
    strictExecutionOrder: true,
    // Nest and our errors use the names of classes.
    keepNames: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  },
});
