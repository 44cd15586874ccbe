const { readFileSync } = require('node:fs');
const TestSequencer = require('@jest/test-sequencer').default;

/** Tests that run programs, or draw answers for every screen: their files are short, and they take longest. */
const IS_LONG = /\b(builtProgram|spawn|expectSurvivesAnyAnswer)\(/;

/**
 * Long files first, so that no worker is left alone with one at the end. Jest knows how long a file took in an earlier
 * run; where there was none, as in CI, it goes by the size of the files alone.
 */
module.exports = class extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const long = new Set(
      sorted.filter(
        ({ path, duration }) => duration === undefined && IS_LONG.test(readFileSync(path, 'utf8')),
      ),
    );
    return [...long, ...sorted.filter((test) => !long.has(test))];
  }
};
