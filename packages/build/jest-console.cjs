const { format } = require('node:util');

/*
 * An error or a warning that nobody expects is a fault: it fails the test in which it appears. A test that expects one
 * replaces the function, with jest.spyOn for instance.
 */

/** How long Redux Toolkit's checks took is the machine's affair; jsdom cannot follow a link that a test presses. */
const EXPECTED = /InvariantMiddleware took \d+ms|Not implemented: navigation/;

const unexpected = [];
for (const level of ['error', 'warn'])
  console[level] = (...args) => {
    const line = `console.${level}: ${format(...args)}`;
    if (!EXPECTED.test(line)) unexpected.push(line);
  };

afterEach(() => {
  const lines = unexpected.splice(0);
  if (lines.length) throw new Error(`Unexpected:\n${lines.join('\n')}`);
});
