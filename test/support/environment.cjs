const { TestEnvironment } = require('jest-environment-node');

/** The running product that a worker's test files share (see server.ts). */
const workerWide = {};

/** The Node environment. It also tells hooks whether their test has failed. */
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
