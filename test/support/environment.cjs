const { TestEnvironment } = require('jest-environment-node');

/** Node's, which also tells a file's hooks whether the test that they end has failed. */
module.exports = class extends TestEnvironment {
  handleTestEvent({ name }) {
    if (name === 'test_start') this.global.testFailed = false;
    if (name === 'test_fn_failure') this.global.testFailed = true;
  }
};
