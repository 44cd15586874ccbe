const { nodeProject, webProject } = require('./packages/build/jest-preset.cjs');

const at = (...names) => names.map((name) => `<rootDir>/${name}`);

module.exports = {
  // Real databases and processes on a busy machine: no test waits for a time, this one only ends what hangs.
  testTimeout: 60_000,
  projects: [
    {
      ...nodeProject(
        at(
          'packages/contracts',
          'packages/domain',
          'packages/queues',
          'packages/node',
          'packages/embedded-mongo',
          'packages/testing',
          'packages/build',
          'bff',
          'workers',
          'scripts',
        ),
      ),
      // The run's real Redis and database.
      globalSetup: '<rootDir>/packages/testing/global-setup.cjs',
      globalTeardown: '<rootDir>/packages/testing/global-teardown.cjs',
    },
    webProject(at('packages/web', 'shell', 'mfe-affiliate', 'mfe-moderation', 'mfe-accounts', 'mfe-payroll')),
  ],
};
