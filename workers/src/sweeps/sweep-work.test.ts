import { PAYROLL_TYPE } from '@partnerdesk/contracts';
import {
  approvedExecutions,
  approveRequest,
  configureDomain,
  domainConfig,
  findApprovalOrThrow,
  findRunOrThrow,
  listFraudSignals,
  networkHashOf,
  openRun,
  PayrollRunPageModel,
  performRun,
  SYSTEM_ACTOR,
  today,
  traceVisit,
} from '@partnerdesk/domain';
import { ClickBuffer, createQueue, RedisClient } from '@partnerdesk/queues';
import { ingest, joined, makeAffiliate, sale, useTestDatabase } from '@partnerdesk/testing';
import { testRedis } from '@partnerdesk/testing/services';
import { enqueueApprovedRuns } from './make-jobs';
import { findBursts } from './sweeps';

useTestDatabase();

let redis: RedisClient;
let buffer: ClickBuffer;
beforeEach(async () => {
  const { url, prefix } = await testRedis();
  redis = new RedisClient(url, { callMs: 5000 });
  buffer = new ClickBuffer(redis, prefix);
  configureDomain({ ...domainConfig(), fraudRules: ['click-burst:10', 'own-sign-ups'] });
});
afterEach(() => redis.disconnect());

/** Clicks on an affiliate's link from one address. */
async function click(affID: number, address: string, count: number): Promise<void> {
  const endsAt = new Date(Date.now() + 86_400_000);
  const marks = { tid: '', lp: '' };
  const clicks = Array.from({ length: count }, (_, index) => {
    const visitor = { address, agent: `browser ${index}` };
    return buffer.add({ affID, day: today(), marks, endsAt, visitor, network: networkHashOf(address) });
  });
  await Promise.all(clicks);
}

const rulesOf = async (affID: number) => (await listFraudSignals(affID)).map(({ rule }) => rule);

test('clicks as web servers count them become signals: many from one network, and own ones that joins followed', async () => {
  const [busy, calm, own] = [await makeAffiliate(), await makeAffiliate(), await makeAffiliate()];
  await findBursts(buffer);
  await traceVisit(own.affID, 'sign-in', { address: '203.0.113.7', devices: [] });
  await click(busy.affID, '192.0.2.1', 6);
  await click(busy.affID, '192.0.2.200', 4);
  await click(calm.affID, '192.0.2.1', 9);
  await click(calm.affID, '198.51.100.1', 9);
  await click(own.affID, '203.0.113.99', 1);
  await findBursts(buffer);
  expect(await Promise.all([busy, calm, own].map(({ affID }) => rulesOf(affID)))).toEqual([
    ['click-burst'],
    [],
    [],
  ]);
  await ingest(joined(1, own.trackID, new Date().toISOString()));
  await Promise.all([findBursts(buffer), findBursts(buffer)]);
  expect(await rulesOf(own.affID)).toEqual(['own-sign-ups']);
  expect(await rulesOf(busy.affID)).toEqual(['click-burst']);
});

/** Prepared by one person and approved by another. */
async function approved(affID: number): Promise<void> {
  const run = await openRun({
    kind: 'request',
    payrollType: PAYROLL_TYPE.affiliates,
    endDate: '2026-03-10',
    personID: affID,
    by: SYSTEM_ACTOR,
  });
  await performRun(run._id);
  const { approvalID = 0 } = await findRunOrThrow(run._id);
  const { hash } = await findApprovalOrThrow(approvalID);
  const actor = { kind: 'administrator', id: 2, emailAddress: 'second@example.com' } as const;
  await approveRequest(approvalID, hash, { actor });
}

test('an approved request whose rows were altered is named, and keeps no other from being executed', async () => {
  configureDomain({ ...domainConfig(), payrollApproval: 'four-eyes' });
  const [first, second] = [await makeAffiliate({ commission: 20 }), await makeAffiliate({ commission: 20 })];
  const at = '2026-03-02T17:00:00Z';
  for (const { affID, trackID } of [first, second])
    await ingest(joined(affID, trackID, at), sale(`s${affID}`, affID, 1000, at));
  await Promise.all([approved(first.affID), approved(second.affID)]);
  // The one that is begun before the other.
  const [altered, other] = await approvedExecutions();
  const rows = { $set: { 'rows.0.fingerprint': 'another' } };
  await PayrollRunPageModel.updateOne({ runID: altered?.runID ?? '' }, rows);
  const { url: redisUrl, prefix } = await testRedis();
  const queue = createQueue('payroll', { redisUrl, prefix });
  try {
    await expect(enqueueApprovedRuns(queue)).rejects.toMatchObject({ code: 'conflict' });
    const jobs = await queue.getWaiting();
    expect(jobs.map(({ data }) => data.runID)).toEqual([`payroll-run.execute.approved.${other?._id}`]);
  } finally {
    await queue.close();
  }
});
