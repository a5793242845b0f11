/** @type {import('jest').Config} */
module.exports = {
  rootDir: '..',
  roots: ['<rootDir>/test', '<rootDir>/apps', '<rootDir>/packages'],
  ...(process.env.RELEASE
    ? { testMatch: ['<rootDir>/test/release/**/*.test.ts', '<rootDir>/test/site/accessible.test.ts'] }
    : { testMatch: ['**/*.test.ts'], testPathIgnorePatterns: ['/node_modules/', '/test/release/'] }),
  testEnvironment: '<rootDir>/test/support/environment.cjs',
  transform: { '\\.m?[jt]sx?$': ['@swc/jest'] },
  // The database client's TypeScript sources import each other by their compiled names.
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': ['$1.js', '$1.ts'],
  },
  transformIgnorePatterns: ['/node_modules/(?!(jose|@nestjs|content-disposition)/)'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  testSequencer: '<rootDir>/test/support/longest-first.cjs',
  // The longest release test takes more than ten minutes.
  testTimeout: 900_000,
  // Our machines have two cores, and tests wait half of the time. Those of the release tier work more.
  maxWorkers: process.env.RELEASE ? 3 : 4,
};
