import { createRequire } from 'node:module';
import { workspacesOf } from './scripts/lib/workspaces.mjs';

const { nodeProject, webProject } = createRequire(import.meta.url)('./packages/build/jest-preset.cjs');

/** @param {'browser' | 'node'} platform */
const rootsOf = (platform) =>
  workspacesOf().flatMap((each) => (each.platform === platform ? [`<rootDir>/${each.path}`] : []));

export default {
  // Real databases and processes on a busy machine: no test waits for a time, this one only ends what hangs.
  testTimeout: 60_000,
  testSequencer: '<rootDir>/packages/build/jest-sequencer.cjs',
  projects: [
    {
      ...nodeProject([...rootsOf('node'), '<rootDir>/scripts']),
      // The run's real Redis and database.
      globalSetup: '<rootDir>/packages/testing/global-setup.cjs',
      globalTeardown: '<rootDir>/packages/testing/global-teardown.cjs',
    },
    webProject(rootsOf('browser')),
  ],
};
