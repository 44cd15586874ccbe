import { findViolations } from './import-rules.mjs';
import { importSpecifiers } from './import-specifiers.mjs';

const LISTED = {
  '': ['@testing-library/react', 'jest'],
  'packages/domain': [
    '@partnerdesk/contracts',
    '@partnerdesk/node',
    'mongoose',
    'bull',
    'koa',
    '@partnerdesk/queues',
  ],
  'packages/queues': ['@partnerdesk/contracts', 'bull', 'ioredis'],
  bff: [
    '@partnerdesk/contracts',
    '@partnerdesk/domain',
    '@partnerdesk/workers',
    '@partnerdesk/testing',
    'bull',
    'koa-session',
    'mongoose',
  ],
  'mfe-payroll': [
    '@partnerdesk/web',
    '@partnerdesk/mfe-accounts',
    '@partnerdesk/domain',
    '@module-federation/enhanced',
  ],
  shell: ['@module-federation/enhanced'],
};
const check = (/** @type {string} */ path, /** @type {string} */ source) =>
  findViolations([{ path, source }], LISTED);

test.each([
  ['bff/src/app.ts', "import { x } from '@partnerdesk/workers';", 'is not for bff'],
  ['mfe-payroll/src/remote.tsx', "export * from '@partnerdesk/mfe-accounts';", 'is not for mfe-payroll'],
  ['mfe-payroll/src/remote.tsx', "const x = import('@partnerdesk/domain');", 'is not for mfe-payroll'],
  ['mfe-payroll/src/x.ts', "import '../../shell/src/store';", 'leaves mfe-payroll'],
  ['mfe-payroll/src/x.ts', "import { readFileSync } from 'node:fs';", 'is not there in a browser'],
  ['mfe-payroll/src/x.ts', "import { init } from '@module-federation/enhanced/runtime';", 'belongs to'],
  [
    'packages/contracts/src/x.ts',
    "import type { X } from '@partnerdesk/node';",
    'is not for packages/contracts',
  ],
  ['packages/domain/src/x.ts', "import { q } from '@partnerdesk/queues';", 'is not for packages/domain'],
  ['packages/domain/src/x.ts', "import http from 'node:http';", 'which the domain does not know'],
  ['packages/domain/src/x.ts', "import Koa from 'koa';", 'which the domain does not know'],
  ['packages/domain/src/x.ts', "import Bull = require('bull');", 'which the domain does not know'],
  ['packages/domain/src/x.ts', "type A = import('@partnerdesk/testing').A;", 'is not for packages/domain'],
  ['packages/domain/src/x.ts', "import joi from 'joi';", 'is not listed in packages/domain/package.json'],
  ['bff/src/routes/jobs.ts', "import Bull from 'bull';", 'belongs to'],
  ['bff/src/app.ts', "import session from 'koa-session';", 'belongs to'],
  ['bff/src/app.ts', "import { model } from 'mongoose';", 'belongs to'],
  ['bff/src/app.test.ts', "jest.mock('@partnerdesk/mfe-payroll');", 'is not for bff'],
])('%s: %s', (path, source, problem) => {
  expect(check(path, source)).toEqual([expect.stringContaining(problem)]);
});

test.each([
  ['bff/src/app.ts', "import { x } from '@partnerdesk/domain';"],
  ['bff/src/middleware/session.ts', "import session from 'koa-session';"],
  ['bff/src/app.test.ts', "import { testRedis } from '@partnerdesk/testing';"],
  ['packages/queues/src/create-queue.ts', "import Bull from 'bull';"],
  ['packages/domain/src/ledger/post.ts', "import { day } from '../days';"],
  ['shell/src/remotes/load.ts', "import { loadRemote } from '@module-federation/enhanced/runtime';"],
  [
    'mfe-payroll/src/x.test.tsx',
    "import { render } from '@testing-library/react'; import { readFileSync } from 'node:fs';",
  ],
  ['mfe-payroll/src/x.ts', "// import '@partnerdesk/domain'\nconst text = \"import '@partnerdesk/domain'\";"],
])('%s may: %s', (path, source) => {
  expect(check(path, source)).toEqual([]);
});

test('finds every way to name a module', () => {
  const source = `
    import a, { type B } from 'a'; import type { C } from 'c'; import 'd'; export { e } from 'e'; export * from 'f';
    import g = require('g'); const h = require('h'); const i = await import('i'); type J = import('j').J;
    require.resolve('k'); jest.mock('l'); jest.requireActual('m'); const no = load('n'); import(\`o\`);`;
  expect(importSpecifiers(source).sort()).toEqual([...'acdefghijklm']);
});
