// Loaded before a program that `npm run build` compiles.
const { existsSync } = require('node:fs');

if (!existsSync(process.argv[1])) {
  console.error('The server is not built: run npm run build.');
  process.exit(1);
}
