const { default: Sequencer } = require('@jest/test-sequencer');

/** Runs long files first, because a long file that starts last runs alone. */
const longest = /\/(accessible|contract|crashes|desk|import|limits|operations|outbox|passkeys|payment)\.test\.ts$/;

module.exports = class extends Sequencer {
  sort(tests) {
    // Tests next to pure code answer in seconds.
    const rank = ({ path }) => (!/\/test\/[\w-]+\/[\w-]+\.test\.ts$/.test(path) ? 0 : longest.test(path) ? 1 : 2);
    return [...super.sort(tests)].sort((a, b) => rank(a) - rank(b));
  }
};
