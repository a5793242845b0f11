const { default: Sequencer } = require('@jest/test-sequencer');

/** A long file that is begun last keeps one worker busy while the other is idle. */
const longest = [
  'contract/contract',
  'doctor/doctor',
  'site/robustness',
  'journeys/account',
  'faults/refunds',
  'faults/race',
  'contract/releases',
  'payments/hostile-texts',
  'mail/outbox',
  'identity/browser',
];

/** Jest's own order, which knows how long each file took before, after the files that are known to be long. */
module.exports = class extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => longest.findIndex((name) => path.endsWith(`/test/${name}.test.ts`)) >>> 0;
    return [...super.sort(tests)].sort((a, b) => rank(a) - rank(b));
  }
};
