const { basename } = require('node:path');
const TestSequencer = require('@jest/test-sequencer').default;

/** Groups of files are numbered in the order that the whole run wants (scripts/lib/runners.mjs). */
module.exports = class extends TestSequencer {
  sort(tests) {
    if (!process.env.TEST_GROUPS) return super.sort(tests);
    return [...tests].sort((one, other) => basename(one.path).localeCompare(basename(other.path)));
  }
};
