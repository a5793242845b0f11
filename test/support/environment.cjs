const { TestEnvironment } = require('jest-environment-node');
const formats = require('../../packages/formats/formats.mjs');

/** Node's, which also tells a file's hooks whether the test that they end has failed. */
module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.formats = formats;
  }

  handleTestEvent({ name }) {
    if (name === 'test_start') this.global.testFailed = false;
    if (name === 'test_fn_failure') this.global.testFailed = true;
  }
};
