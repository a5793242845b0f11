// Tests next to pure code: `npm run test:unit`. No server, database or browser.
const { roots, globalSetup, globalTeardown, ...config } = require('./jest.config.cjs');

/** @type {import('jest').Config} */
module.exports = { ...config, roots: ['<rootDir>/apps', '<rootDir>/packages'] };
