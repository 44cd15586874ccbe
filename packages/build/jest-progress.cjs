const WIDTH = 80;

/** Jest's reporter of the whole run: a mark for each group of files; the run's own end names what failed. */
module.exports = class Progress {
  #shown = 0;

  onTestResult(_test, { numFailingTests, testExecError }) {
    this.#shown += 1;
    const mark = numFailingTests || testExecError ? 'F' : '·';
    process.stdout.write(this.#shown % WIDTH ? mark : `${mark}\n`);
  }

  onRunComplete() {
    process.stdout.write('\n');
  }
};
