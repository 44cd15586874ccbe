import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** Tests that start systems of their own: they run beside those that share one, which never run beside each other. */
const OWN_SYSTEM = [
  'adding-a-field',
  'adding-a-field.long',
  'adding-a-remote',
  'adding-a-remote.long',
  'commands',
  'compiler-names.long',
  'dev',
  'live-demo',
  'live-demo.long',
  'payroll-page',
  'releases',
  'slow-line',
  'slow-line.long',
  'start',
  'two-clerks',
].map((name) => `**/${name}.spec.ts`);

/** Tests of looks and of another browser: of the shared system they use what no other test does. */
const LOOKS = [
  'firefox',
  'forced-colours',
  'keyboard',
  'keyboard-partner',
  'room',
  'screen-checks',
  'screens',
  'stays',
].map((name) => `**/${name}.spec.ts`);

/** `npm run test:all`, in which a test that fails once has failed. */
const ALL = process.env.TEST_LIST === 'all';
const LONG = ALL ? [] : ['**/*.long.spec.ts'];
/** Tests whose subject has another in the daily run. */
const LONG_TESTS = ALL ? undefined : /@long/;

/** Where nobody names one; `npm test` does (scripts/lib/programs.mjs). */
const CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** `npm run screenshots` has its system to itself. */
const { SCREENSHOTS } = process.env;
const PICTURES = '**/screenshots.spec.ts';

/** Chromium from the system's packages, over a whole system that `npm start`'s own code brings up (e2e/support). */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  globalSetup: './e2e/support/global-setup.ts',
  grepInvert: LONG_TESTS,
  workers: 2,
  projects: [
    { name: 'shared system', testIgnore: [...OWN_SYSTEM, ...LOOKS, PICTURES], workers: 1 },
    { name: 'systems of their own', testMatch: OWN_SYSTEM, testIgnore: LONG },
    { name: 'looks', testMatch: SCREENSHOTS ? PICTURES : LOOKS },
  ],
  // On a machine that decides what lands, a test that fails once has a second try; the report names it as flaky.
  retries: process.env.CI && !ALL ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    // Set by the global setup; workers inherit it.
    baseURL: process.env.E2E_URL,
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || CHROMIUM.find((file) => existsSync(file)),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
