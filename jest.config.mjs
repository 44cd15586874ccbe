import { createRequire } from 'node:module';
import { workspacesOf } from './scripts/lib/workspaces.mjs';

const { nodeProject, webProject } = createRequire(import.meta.url)('./packages/build/jest-preset.cjs');

/** @param {'browser' | 'node'} platform */
const rootsOf = (platform) =>
  workspacesOf().flatMap((each) => (each.platform === platform ? [`<rootDir>/${each.path}`] : []));

/** The whole run loads test files in groups (scripts/lib/runners.mjs), which are written into this folder. */
const { TEST_GROUPS } = process.env;
/** @param {'browser' | 'node'} platform @param {string} name of the groups' folder @param {string[]} [others] */
const placesOf = (platform, name, others = []) =>
  TEST_GROUPS
    ? { roots: [`${TEST_GROUPS}/${name}`], testMatch: ['**/*.test.cjs'] }
    : { roots: [...rootsOf(platform), ...others] };

export default {
  // Real databases and processes on a busy machine: no test waits for a time, this one only ends what hangs.
  testTimeout: process.env.TEST_LIST === 'all' ? 1_200_000 : 240_000,
  testSequencer: '<rootDir>/packages/build/jest-sequencer.cjs',
  projects: [
    {
      ...nodeProject(),
      ...placesOf('node', 'node', ['<rootDir>/scripts']),
      // The run's real Redis and database.
      globalSetup: '<rootDir>/packages/testing/global-setup.cjs',
      globalTeardown: '<rootDir>/packages/testing/global-teardown.cjs',
    },
    { ...webProject(), ...placesOf('browser', 'web') },
  ],
};
