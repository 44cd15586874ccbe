import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAYROLL_TYPE } from '@partnerdesk/contracts';
import { ingest, joined, makeAffiliate, sale, sealAsStored, useTestDatabase } from '@partnerdesk/testing';
import { AffiliateModel } from '../../accounts/account.models';
import { numberContext } from '../../accounts/hidden-numbers';
import { SYSTEM_ACTOR } from '../../platform/audit/audit';
import { configureDomain, domainConfig } from '../../platform/config';
import { encryptField } from '../../platform/crypto/field-encryption';
import { openStorage } from '../../platform/storage/storage';
import { rotateKeys } from '../../privacy/rotate-keys';
import { executePayroll } from '../execute-payroll';
import { findRunOrThrow, openRun } from '../payroll-runs';
import { performRun } from '../perform-run';
import { findApprovalOrThrow } from './decide-approval';

useTestDatabase();

const OLD = { id: 'old', key: randomBytes(32) };
const NEW = { id: 'new', key: randomBytes(32) };
const TYPE = PAYROLL_TYPE.affiliates;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'request-rows-'));
  configureDomain({ ...domainConfig(), fieldKeys: [OLD], payrollApproval: 'single' });
});
afterEach(() => rm(folder, { recursive: true }));

const useAccount = async (affID: number, number: string) => {
  await AffiliateModel.updateOne(
    { affID },
    {
      $set: {
        achAccountNumberEncrypted: encryptField(
          number,
          numberContext('affiliate', affID, 'achAccountNumber'),
        ),
      },
    },
  );
  await sealAsStored();
};

/** How many rows of a request are marked as paid elsewhere than the last time. */
async function accountsChanged(endDate: string): Promise<number | undefined> {
  const by = { kind: 'administrator', id: 1, emailAddress: 'clerk@example.com' } as const;
  const run = await openRun({ kind: 'request', payrollType: TYPE, endDate, personID: 0, by });
  await performRun(run._id);
  const { approvalID = 0 } = await findRunOrThrow(run._id);
  return (await findApprovalOrThrow(approvalID)).marked?.accountsChanged;
}

test('an account is the same after the keys were rotated, and another one after it was changed', async () => {
  const { affID, trackID } = await makeAffiliate({
    paymentType: 1,
    achName: 'Ann',
    achAccountType: 1,
    achRoutingNumber: '021000021',
  });
  await useAccount(affID, '000123456789');
  await ingest(joined(1, trackID), sale('s1', 1, 1000, '2026-03-02T15:00:00Z'));
  const items = [{ personID: affID }];
  await executePayroll({ payrollType: TYPE, endDate: '2026-03-10', items, by: SYSTEM_ACTOR });

  configureDomain({ ...domainConfig(), fieldKeys: [NEW, OLD], payrollApproval: 'four-eyes' });
  await rotateKeys(openStorage({ dataDir: folder }));
  await ingest(sale('s2', 1, 1000, '2026-03-12T15:00:00Z'));
  expect(await accountsChanged('2026-03-20')).toBe(0);
  await useAccount(affID, '000987654321');
  expect(await accountsChanged('2026-03-21')).toBe(1);
});
