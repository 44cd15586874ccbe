import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { copyTree } from './support/copy-tree';

/** What has to say how people of another payment type are paid. */
const PLACES = [
  'mfe-affiliate/src/account/account-rules.ts',
  'mfe-affiliate/src/account/account-values.ts',
  'mfe-affiliate/src/account/payment-fields.tsx',
  'mfe-affiliate/src/account/saved-information.tsx',
  'packages/contracts/src/payment-methods.ts',
  'packages/domain/src/payroll/approval/request-rows.ts',
  'packages/domain/src/payroll/payment-account.ts',
  'packages/domain/src/payroll/payroll-record.ts',
];

/** Edits a file of a copy. @returns the files that the compiler names then, and how it ended */
function namedAfter(path: string, edit: (source: string) => string) {
  const copy = copyTree({ packages: 'folders' });
  try {
    const file = join(copy, path);
    const before = readFileSync(file, 'utf8');
    const after = edit(before);
    expect(after).not.toBe(before);
    writeFileSync(file, after);
    const { status, stdout } = spawnSync(process.execPath, ['scripts/check-types.mjs', '--pretty', 'false'], {
      cwd: copy,
      encoding: 'utf8',
    });
    const named = [...stdout.matchAll(/^(\S+)\(\d+,\d+\): error /gm)].map(([, name]) => name);
    return { named: [...new Set(named)].sort(), status };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

test('a payment type more does not compile until each place says how it is paid', () => {
  test.setTimeout(600_000);
  const oneMore = (codes: string) => codes.replace(/(PAYMENT_TYPE = \{.*payPal: 2) \}/, '$1, check: 3 }');
  expect(namedAfter('packages/contracts/src/codes.ts', oneMore)).toEqual({ named: PLACES, status: 1 });
});

test('a screen more does not compile until its remote has code for it', () => {
  test.setTimeout(600_000);
  const oneMore = (screens: string) =>
    screens.replace(
      /(REMOTE_SCREENS = \{\n {2}affiliate: \[\n)/,
      "$1    { path: '/more', title: 'More', access: everybody },\n",
    );
  expect(namedAfter('packages/contracts/src/screens.ts', oneMore)).toEqual({
    named: ['mfe-affiliate/src/remote.tsx'],
    status: 1,
  });
});
