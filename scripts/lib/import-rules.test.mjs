import { findCircles, findViolations, importSpecifiers } from './import-rules.mjs';

/** @type {Record<string, string[]>} */
const ALWAYS = {
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
/** @type {Record<string, string[]>} */
const FOR_TESTS = { '': ['@testing-library/react', 'jest'], bff: ['@partnerdesk/testing', 'otpauth'] };
const LISTED = Object.fromEntries(
  ['', ...Object.keys(ALWAYS)].map((name) => [
    name,
    { always: ALWAYS[name] ?? [], forTests: FOR_TESTS[name] ?? [] },
  ]),
);
/** @type {import('./workspaces.mjs').Workspace[]} */
const WORKSPACES = [
  ...['bff', 'packages/contracts', 'packages/domain', 'packages/queues'].map((path) => ({
    path,
    platform: /** @type {const} */ ('node'),
  })),
  ...['shell', 'mfe-payroll', 'mfe-fresh'].map((path) => ({
    path,
    platform: /** @type {const} */ ('browser'),
  })),
].map((each) => ({
  ...each,
  name: `@partnerdesk/${each.path.split('/').at(-1)}`,
  projects: [],
  bundled: false,
}));

const check = (/** @type {string} */ path, /** @type {string} */ source) =>
  findViolations([{ path, specifiers: importSpecifiers(source) }], WORKSPACES, LISTED);

test.each([
  ['bff/src/app.ts', "import { x } from '@partnerdesk/workers';", 'is not for bff'],
  ['mfe-payroll/src/remote.tsx', "export * from '@partnerdesk/mfe-accounts';", 'is not for mfe-payroll'],
  ['mfe-payroll/src/remote.tsx', "const x = import('@partnerdesk/domain');", 'is not for mfe-payroll'],
  ['mfe-payroll/src/x.ts', "import '../../shell/src/store';", 'leaves mfe-payroll'],
  ['mfe-payroll/src/x.ts', "import { readFileSync } from 'node:fs';", 'does not exist in a browser'],
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
  ['bff/src/app.ts', "import { TOTP } from 'otpauth';", 'is there for tests only'],
  ['bff/src/routes/jobs.ts', "import Bull from 'bull';", 'belongs to'],
  ['bff/src/app.ts', "import session from 'koa-session';", 'belongs to'],
  ['bff/src/app.ts', "import { model } from 'mongoose';", 'belongs to'],
  ['bff/src/app.test.ts', "jest.mock('@partnerdesk/mfe-payroll');", 'is not for bff'],
  ['mfe-fresh/src/x.ts', "import '@partnerdesk/domain';", 'is not for mfe-fresh'],
  ['bff/src/app.ts', "import { spawn } from 'node:child_process';", 'which no request does'],
  ['bff/src/app.ts', "import pino from 'pino';", 'belongs to'],
  ['packages/domain/src/ledger/x.ts', "import { y } from '../payroll';", 'is above ledger'],
  [
    'packages/domain/src/payroll/pay-files/x.ts',
    "import { y } from '../../ledger/journal';",
    'goes past the index of ledger',
  ],
  ['packages/domain/src/ledger/x.ts', "import { y } from '../database';", 'is not in a module'],
  ['packages/domain/src/database.ts', "import { y } from './ledger/journal';", 'goes past the index'],
  ['elsewhere/src/x.ts', "import './y';", 'is in no workspace'],
])('%s: %s', (path, source, problem) => {
  expect(check(path, source)).toEqual([expect.stringContaining(problem)]);
});

test.each([
  ['bff/src/app.ts', "import { x } from '@partnerdesk/domain';"],
  ['bff/src/middleware/session.ts', "import session from 'koa-session';"],
  ['bff/src/app.test.ts', "import { testRedis } from '@partnerdesk/testing';"],
  ['bff/src/testing/code.ts', "import { TOTP } from 'otpauth';"],
  ['packages/domain/src/platform/backup/take.ts', "import { spawn } from 'node:child_process';"],
  ['packages/queues/src/create-queue.ts', "import Bull from 'bull';"],
  ['packages/domain/src/ledger/post.ts', "import { day } from '../platform';"],
  ['packages/domain/src/database.ts', "import { migrate } from './platform';"],
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

test('a workspace that no rule speaks of is refused', () => {
  const stray = /** @type {import('./workspaces.mjs').Workspace} */ ({
    path: 'packages/stray',
    name: 'stray',
    platform: 'node',
    projects: [],
    bundled: false,
  });
  expect(findViolations([], [...WORKSPACES, stray], {})).toEqual([
    expect.stringContaining('packages/stray: no rule says what it may import'),
  ]);
});

/** @param {Record<string, string[]>} imports by file of `packages/domain/src`, or of the root when it has a slash first */
function circlesIn(imports) {
  const files = Object.entries(imports).map(([path, specifiers]) => ({
    path: path.startsWith('/') ? path.slice(1) : `packages/domain/src/${path}`,
    specifiers,
  }));
  const packages = new Map(WORKSPACES.map(({ name, path }) => [name, path]));
  return findCircles(files, packages).map(({ folder, members, report }) => [
    folder,
    members,
    report.slice(0, report.indexOf(' (')),
  ]);
}

test.each([
  [
    'two files',
    { 'ledger/a.ts': ['./b'], 'ledger/b.ts': ['./a'] },
    ['packages/domain/src/ledger', ['a.ts', 'b.ts'], 'a.ts → b.ts → a.ts'],
  ],
  [
    'three files, one by its folder’s index',
    { 'a.ts': ['./b'], 'b.ts': ['./c'], 'c/index.ts': ['../a'] },
    ['packages/domain/src', ['a.ts', 'b.ts', 'c'], 'a.ts → b.ts → c → a.ts'],
  ],
  [
    'two folders whose files are in no circle',
    { 'one/a.ts': ['../two/b'], 'two/b.ts': [], 'two/c.ts': ['../one/d'], 'one/d.ts': [] },
    ['packages/domain/src', ['one', 'two'], 'one → two → one'],
  ],
  [
    'two packages',
    {
      '/packages/queues/src/a.ts': ['@partnerdesk/domain'],
      '/packages/domain/src/b.ts': ['@partnerdesk/queues/jobs'],
    },
    ['', ['packages/domain', 'packages/queues'], 'packages/domain → packages/queues → packages/domain'],
  ],
  [
    'two files of the factories',
    { '/packages/testing/src/events.ts': ['./people'], '/packages/testing/src/people.ts': ['./events'] },
    ['packages/testing/src', ['events.ts', 'people.ts'], 'events.ts → people.ts → events.ts'],
  ],
])('a circle of %s is reported', (_, imports, circle) => {
  expect(circlesIn(/** @type {Record<string, string[]>} */ (imports))).toEqual([circle]);
});

test('no circle: one direction, a file that imports itself, a test that imports what its helper imports', () => {
  expect(
    circlesIn({
      'one/a.ts': ['../two/b', './c.css', 'mongoose'],
      'two/b.ts': ['./b'],
      'two/b.test.ts': ['../one/a'],
      'two/testing/helper.ts': ['../../one/a'],
    }),
  ).toEqual([]);
});
