const { TestEnvironment } = require('jest-environment-node');

/** What the test files that a worker runs hand on to each other: a running product (see server.ts). */
const workerWide = {};

/** Node's, which also tells a file's hooks whether the test that they end has failed. */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.workerWide = workerWide;
  }

  handleTestEvent({ name }) {
    if (name === 'test_start') this.global.testFailed = false;
    if (name === 'test_fn_failure') this.global.testFailed = true;
  }
};
