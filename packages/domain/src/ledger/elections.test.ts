import { DEVELOPMENT_PROOF_KEYS } from '@partnerdesk/node';
import {
  addPayees,
  emptyTestDatabase,
  type Fault,
  ingest,
  joined,
  refund,
  sale,
  TestReplicaSet,
} from '@partnerdesk/testing';
import { sized } from '@partnerdesk/testing/services';
import { connectDatabase, disconnectDatabase } from '../database';
import { auditPayroll } from '../payroll/audit/audit-payroll';
import { executePayroll } from '../payroll/execute-payroll';
import { SYSTEM_ACTOR } from '../platform/audit/audit';
import { configureDomain } from '../platform/config';

/** Every question to the database meets the fault in turn, or one of so many. */
const EVERY = sized(13, 1);
const AT = '2026-03-02T15:00:00Z';

let set: TestReplicaSet;

beforeAll(async () => {
  configureDomain({
    fieldKeys: [{ id: 'test', key: Buffer.alloc(32, 1) }],
    proofKeys: DEVELOPMENT_PROOF_KEYS,
    timeZone: 'America/New_York',
  });
  set = await TestReplicaSet.start();
  await connectDatabase(set.url);
});
afterAll(async () => {
  await disconnectDatabase();
  await set.close();
});

/** Events that wait and are released, one that is refused, and a payment. */
async function work(): Promise<void> {
  await ingest(sale('s1', 1, 1000, AT), refund('r1', 's2', 100, AT));
  await ingest(joined(1, 'T1'), sale('s2', 1, 1000, AT), { eventID: 'x' });
  const items = [{ personID: 1 }];
  await executePayroll({ payrollType: 1, endDate: '2026-03-10', items, by: SYSTEM_ACTOR });
}

/** On an empty ledger. @returns how many questions it takes */
async function workAgain(): Promise<number> {
  await emptyTestDatabase();
  await addPayees({ affiliates: [20] });
  set.asked.length = 0;
  await work();
  return set.asked.length;
}

test.each<Fault>(['election', 'lost answer'])(
  '%s at any moment: jobs and commands go on, and every cent is counted once',
  async (fault) => {
    const questions = await workAgain();
    let met = 0;
    for (let moment = 1; moment <= questions; moment += EVERY) {
      await emptyTestDatabase();
      await addPayees({ affiliates: [20] });
      const end = set.faultAt(moment, fault);
      await work();
      met += end() ? 1 : 0;
      // 20 % of two sales and of what was taken back of one.
      const audit = await auditPayroll();
      expect([moment, audit]).toEqual([
        moment,
        expect.objectContaining({ entries: 3, entriesCents: 380, payrolls: 1, differences: [] }),
      ]);
    }
    expect(met).toBeGreaterThan(2);
  },
);
