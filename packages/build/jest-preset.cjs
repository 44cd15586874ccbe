const path = require('node:path');

/** Packages that ship ES modules only: jest has to transform them. */
const ESM_ONLY = ['koa-session', 'bson', '@koa', 'nodemailer', '@noble'];

const swc = {
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
  },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
};

const common = {
  transform: { '^.+\\.(t|j|mj)sx?$': ['@swc/jest', swc] },
  transformIgnorePatterns: [`/node_modules/(?!(${ESM_ONLY.join('|')})/)`, '\\.pnp\\.[^\\/]+$'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/.types/'],
  setupFilesAfterEnv: [path.join(__dirname, 'jest-console.cjs')],
  modulePathIgnorePatterns: ['/dist/', '/.types/'],
  moduleNameMapper: {
    '\\.s?css$': path.join(__dirname, 'jest-empty.cjs'),
    '\\.(svg|png|webp|jpe?g|mp4)$': path.join(__dirname, 'jest-asset.cjs'),
  },
};

/** Project for what runs in Node: packages, bff, workers, scripts. */
exports.nodeProject = () => ({
  ...common,
  displayName: 'node',
  testMatch: ['**/*.test.ts', '**/*.test.mjs'],
  testEnvironment: 'node',
  testEnvironmentOptions: {
    customExportConditions: ['partnerdesk-ts', 'node', 'node-addons', 'require', 'default'],
  },
});

/** Project for what runs in a browser: packages/web, shell, mfe-*. */
exports.webProject = () => ({
  ...common,
  displayName: 'web',
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  setupFilesAfterEnv: [...common.setupFilesAfterEnv, path.join(__dirname, 'jest-web-setup.cjs')],
  testEnvironment: path.join(__dirname, 'jest-environment-browser.cjs'),
  testEnvironmentOptions: { customExportConditions: ['partnerdesk-ts', 'browser', 'require', 'default'] },
});
