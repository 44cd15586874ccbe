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

test('a payment type more does not compile until each place says how it is paid', () => {
  test.setTimeout(600_000);
  const copy = copyTree({ packages: 'folders' });
  try {
    const codes = join(copy, 'packages/contracts/src/codes.ts');
    const before = readFileSync(codes, 'utf8');
    const after = before.replace(/(PAYMENT_TYPE = \{.*payPal: 2) \}/, '$1, check: 3 }');
    expect(after).not.toBe(before);
    writeFileSync(codes, after);
    const { status, stdout } = spawnSync(process.execPath, ['scripts/check-types.mjs', '--pretty', 'false'], {
      cwd: copy,
      encoding: 'utf8',
    });
    const named = [...stdout.matchAll(/^(\S+)\(\d+,\d+\): error /gm)].map(([, file]) => file);
    expect([...new Set(named)].sort()).toEqual(PLACES);
    expect(status).toBe(1);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
