const WIDTH = 80;

/** Jest's reporter of the whole run: a mark for each group of files, and what failed by name; the run's own end says how. */
module.exports = class Progress {
  #shown = 0;

  onTestResult(_test, { numFailingTests, testExecError, testResults }) {
    this.#shown += 1;
    const mark = numFailingTests || testExecError ? 'F' : '·';
    process.stdout.write(this.#shown % WIDTH ? mark : `${mark}\n`);
    for (const { status, fullName } of testResults)
      if (status === 'failed') process.stdout.write(`\nfailed: ${fullName}\n`);
  }

  onRunComplete() {
    process.stdout.write('\n');
  }
};
