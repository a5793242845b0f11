const { default: Sequencer } = require('@jest/test-sequencer');

/** A long file that is begun last runs alone. Jest knows how long a file took before, or else how large it is. */
const longest = /\/(contract|doctor|refunds|race|releases|hostile-texts|outbox|robustness)\.test\.ts$/;

module.exports = class extends Sequencer {
  sort(tests) {
    const isLong = ({ path }) => longest.test(path);
    const sorted = [...super.sort(tests)];
    return [...sorted.filter(isLong), ...sorted.filter((each) => !isLong(each))];
  }
};
