import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { copyTree } from './support/copy-tree';

/** What has to say how people of another payment type are paid. */
const PLACES = [
  'mfe-affiliate/src/account/account-rules.ts',
  'mfe-affiliate/src/account/account-values.ts',
  'mfe-affiliate/src/account/payment-and-tax.tsx',
  'packages/contracts/src/payment-methods.ts',
  'packages/domain/src/payroll/approval/request-execution.ts',
  'packages/domain/src/payroll/payroll-record.ts',
];

/** What has to say what another kind of account is; the compiler also names some that only follow from these. */
const KIND_PLACES = [
  'bff/src/routes/accounts/accounts.presenter.ts',
  'mfe-accounts/src/details/details.tsx',
  'mfe-accounts/src/kinds/account-kinds.ts',
  'mfe-accounts/src/panels/figures-panel.tsx',
  'mfe-accounts/src/search/search-params.ts',
  'mfe-moderation/src/review/account-link.tsx',
  'packages/contracts/src/audit.ts',
  'packages/contracts/src/calls/account-fields.ts',
  'packages/contracts/src/calls/accounts.calls.ts',
  'packages/contracts/src/pictures.ts',
  'packages/contracts/src/status-text.ts',
  'packages/domain/src/accounts/account-kinds.ts',
  'packages/domain/src/moderation/picture-files.ts',
  'packages/domain/src/payroll/account-figures.ts',
  'packages/domain/src/privacy/personal-data-sources.test.ts',
  'scripts/lib/person-options.mjs',
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

test('a kind of account more does not compile until each place says what it is there', () => {
  test.setTimeout(600_000);
  const oneMore = (kinds: string) =>
    kinds.replace(
      /( {2}member: (\{[^}]*\},\n))(?=\} as const satisfies Record<string, AccountKindFacts>)/,
      (_, member: string, facts: string) => `${member}  partner: ${facts.replace('memberID', 'partnerID')}`,
    );
  const { named, status } = namedAfter('packages/contracts/src/wire-accounts.ts', oneMore);
  expect(named).toEqual(expect.arrayContaining(KIND_PLACES));
  expect(status).toBe(1);
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
