// Lets Node load the bench's TypeScript as it is: `node -r ./test/bench/register.cjs file.ts`. Types are checked elsewhere.
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { transformSync } = require('@swc/core');

const options = {
  swcrc: false,
  sourceMaps: 'inline',
  jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
  // `import()` stays what it is: some packages are ES modules alone.
  module: { type: 'commonjs', ignoreDynamic: true },
};

Module._extensions['.ts'] = (module, filename) =>
  module._compile(transformSync(readFileSync(filename, 'utf8'), { ...options, filename }).code, filename);
