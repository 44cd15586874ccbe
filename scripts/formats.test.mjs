import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as domain from '@partnerdesk/domain';
import { DEVELOPMENT_PROOF_KEYS, DEVELOPMENT_SECRETS } from '@partnerdesk/node';
import mongoose from 'mongoose';
import { auditVerify } from '../packages/audit-verify/audit-verify.mjs';
import { FaultSystem } from './lib/fault-system.mjs';
import { inRoot } from './lib/paths.mjs';

const { PROOF_KEY } = DEVELOPMENT_SECRETS;
const FOLDER = inRoot('e2e', 'formats');

/** The terms and links of affiliates, and calls of their postbacks. */
async function checkPartners() {
  const { periods } = await domain.readAffiliateTerms(2);
  expect(periods.map(({ from, level, rates }) => [from, level, rates.commission])).toEqual([
    ['', 'own', 20],
    ['2026-04-01', 'group', 40],
    ['2026-05-01', 'group', 45],
  ]);
  const sale = { type: 'sale', memberID: 2, amountCents: 1000, transactionType: 'rebill' };
  const days = ['2026-04-02', '2026-05-02', '2026-06-02'];
  const sales = days.map((day) => ({ ...sale, eventID: day, at: `${day}T15:00:00Z` }));
  const { accepted } = await domain.ingestEvents(sales.map((value, index) => ({ line: index + 1, value })));
  expect(accepted).toBe(3);
  const entries = await domain.EntryModel.find({ _id: { $in: days.map((day) => `event:${day}`) } })
    .sort({ _id: 1 })
    .lean();
  expect(entries.map(({ payoutCents, rule }) => [payoutCents, rule])).toEqual([
    [400, 'group:1'],
    [125, 'group:1:rebill'],
    [50, 'group:1:cap'],
  ]);
  const march = { startDate: '2026-03-01', endDate: '2026-03-31' };
  expect((await domain.linkReport(1, march, 's1')).lines).toMatchObject([
    { name: 'a', now: { clicks: 3, visitors: 2, bots: 1, joins: 1, salesCount: 10 } },
  ]);
  expect(await domain.readCampaigns(1)).toMatchObject([{ name: 'Spring', tid: 'news', s1: 'a' }]);
  expect(await domain.postbackLog(1)).toHaveLength(10);
  expect(await domain.readNotices(2)).toEqual([]);
}

/** Affiliates 1 and 2 with 20 sales, a refund, a tip of staff 1, a sale that waits; affiliate 1 is paid through 2026-03-10. */
test.each(readdirSync(FOLDER))('the data of %s opens and is migrated', async (name) => {
  const dir = mkdtempSync(join(tmpdir(), 'format-'));
  const system = new FaultSystem(dir);
  try {
    mkdirSync(join(dir, 'mongo'));
    writeFileSync(join(dir, 'mongo', 'data.mdb'), gunzipSync(readFileSync(join(FOLDER, name))));
    await system.prepare({ builtIn: true });
    system.start('mongo');
    domain.configureDomain({
      fieldKeys: [{ id: 'k1', key: Buffer.alloc(32) }],
      proofKeys: DEVELOPMENT_PROOF_KEYS,
      timeZone: 'America/New_York',
    });
    const url = /** @type {string} */ (system.mongoUrl);
    await domain.connectDatabase(url);
    expect(await domain.auditPayroll()).toMatchObject({
      entries: 22,
      payrolls: 1,
      paidCents: 1004,
      openCents: 3284,
      differences: [],
    });
    const [out, lines] = [join(dir, 'export'), /** @type {string[]} */ ([])];
    await domain.exportLedger(out);
    const note = (/** @type {string} */ line) => lines.push(line);
    await auditVerify([out], { log: note, error: note, info: () => {} }, { PROOF_KEY });
    expect(lines.slice(1)).toEqual(['Nothing differs.']);
    expect((await domain.waitingEvents()).keys).toEqual([{ key: 'member:99', count: 1 }]);
    const joined = {
      eventID: 'j99',
      type: 'member.joined',
      at: '2026-03-26T15:00:00Z',
      memberID: 99,
      trackID: 'T2',
    };
    expect(await domain.ingestEvents([{ line: 1, value: joined }])).toMatchObject({ accepted: 1 });
    await domain.requestReleases();
    expect(await domain.auditPayroll()).toMatchObject({ entries: 23, differences: [] });

    await checkPartners();

    await mongoose.connection
      .collection('format')
      .updateOne({ _id: /** @type {any} */ ('format') }, { $set: { version: 99 } });
    await domain.disconnectDatabase();
    await expect(domain.connectDatabase(url)).rejects.toThrow('The data has format 99');
  } finally {
    await domain.disconnectDatabase();
    await system.stop();
    rmSync(dir, { recursive: true });
  }
});
