/** @type {import('jest').Config} */
module.exports = {
  rootDir: '..',
  roots: ['<rootDir>/test', '<rootDir>/apps', '<rootDir>/packages'],
  ...(process.env.RELEASE
    ? { testMatch: ['<rootDir>/test/release/**/*.test.ts', '<rootDir>/test/site/accessible.test.ts'] }
    : { testMatch: ['**/*.test.ts'], testPathIgnorePatterns: ['/node_modules/', '/test/release/'] }),
  testEnvironment: '<rootDir>/test/support/environment.cjs',
  transform: { '\\.m?[jt]sx?$': ['@swc/jest'] },
  // TypeScript sources of the database client name each other by the names they will have once compiled.
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': ['$1.js', '$1.ts'],
  },
  transformIgnorePatterns: ['/node_modules/(?!(jose|@nestjs|content-disposition)/)'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  testSequencer: '<rootDir>/test/support/longest-first.cjs',
  // A test that runs this whole run within it takes minutes.
  testTimeout: 900_000,
  // One more than the cores of our machines: tests wait more often than they work.
  maxWorkers: 3,
};
