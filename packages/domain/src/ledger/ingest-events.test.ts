/* One way in for events: the tests share the affiliate and the members that they are about. */

import { PAYROLL_TYPE } from '@partnerdesk/contracts';
import { addPayees, ingest, joined, refund, sale, tip, useTestDatabase } from '@partnerdesk/testing';
import { AffiliateModel } from '../accounts/account.models';
import { executePayroll } from '../payroll/execute-payroll';
import { generatePayroll } from '../payroll/generate-payroll';
import { SYSTEM_ACTOR } from '../platform/audit/audit';
import { importPeople } from './import-people';
import { AttributionModel, DayTotalModel, EntryModel, EventModel, SourceTotalModel } from './ledger.models';
import { RefusedEventModel } from './refused-events';
import { saleSummary } from './statistics/affiliate-figures';

useTestDatabase();

const MARCH = { startDate: '2026-03-01', endDate: '2026-03-31' };

/** Lists within each other, so many. */
const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

const siteDay = (day: string) => DayTotalModel.findById(`site:0:${day}`).lean();

describe('what is refused', () => {
  test.each([
    ['no type', { eventID: 'x', at: '2026-03-01T00:00:00Z' }, '"type" is required'],
    [
      'an unknown type',
      { eventID: 'x', type: 'constructor', at: '2026-03-01T00:00:00Z' },
      'unknown type "constructor"',
    ],
    [
      'no eventID',
      { type: 'tip', at: '2026-03-01T00:00:00Z', memberID: 1, staffID: 1, amountCents: 1 },
      '"eventID" is required',
    ],
    ['a local time', tip('x', 1, 1, 1, '2026-03-01T00:00:00'), '"at" must be an ISO 8601 instant in UTC'],
    ['February 30', tip('x', 1, 1, 1, '2026-02-30T12:00:00Z'), '"at" must be an ISO 8601 instant in UTC'],
    ['an hour 24', tip('x', 1, 1, 1, '2026-02-27T24:00:00Z'), '"at" must be an ISO 8601 instant in UTC'],
    [
      'an eventID of 4 kB',
      sale('s'.repeat(4096), 1, 1, '2026-03-01T00:00:00Z'),
      '"eventID" length must be less than or equal to 100 characters long',
    ],
    [
      'an eventID with half of a letter',
      sale('s\ud800', 1, 1, '2026-03-01T00:00:00Z'),
      '"eventID" must be well-formed text',
    ],
    [
      'a sale named with half of a letter',
      refund('x', 's\udc00', 1, '2026-03-01T00:00:00Z'),
      '"saleEventID" must be well-formed text',
    ],
    [
      'a transaction type with half of a letter',
      { ...sale('x', 1, 1, '2026-03-01T00:00:00Z'), transactionType: '\ud800' },
      '"transactionType" must be well-formed text',
    ],
    [
      'a day that is none',
      tip('x', 1, 1, 1, '2026-02-31T99:00:00Z'),
      '"at" must be an ISO 8601 instant in UTC',
    ],
    ['half a cent', tip('x', 1, 1, 0.5, '2026-03-01T00:00:00Z'), '"amountCents" must be an integer'],
    [
      'a negative amount',
      tip('x', 1, 1, -1, '2026-03-01T00:00:00Z'),
      '"amountCents" must be greater than or equal to 0',
    ],
    [
      'an amount in quotes',
      { ...tip('x', 1, 1, 1, '2026-03-01T00:00:00Z'), amountCents: '1' },
      '"amountCents" must be a number',
    ],
    [
      'a source id with half of a letter',
      { eventID: 'x', type: 'member.joined', at: '2026-03-01T00:00:00Z', memberID: 1, tid: 'a\ud83d' },
      '"tid" must be well-formed text',
    ],
    [
      'an unknown field',
      { ...tip('x', 1, 1, 1, '2026-03-01T00:00:00Z'), extra: 1 },
      '"extra" is not allowed',
    ],
    [
      'a missed call by nobody',
      {
        eventID: 'x',
        type: 'call',
        callID: 'c',
        state: 'missed',
        memberID: 1,
        staffID: 1,
        minutes: 0,
        amountCents: 0,
        at: '2026-03-01T00:00:00Z',
      },
      '"missedBy" is required',
    ],
    [
      'lists within each other',
      { ...tip('x', 1, 1, 1, '2026-03-01T00:00:00Z'), extra: nested(10_000) },
      '"extra" is not allowed',
    ],
    ['a list', [], 'not an object'],
    ['nothing', null, 'not an object'],
  ])('%s, by itself and with its line', async (_name, value, reason) => {
    await addPayees({ affiliates: [20], staff: [40] });
    const result = await ingest(joined(1, 'T1'), value as never, sale('s1', 1, 1000, '2026-03-02T15:00:00Z'));
    expect(result).toMatchObject({ accepted: 2, refused: [{ line: 2, reason }] });
    expect(await saleSummary(1, MARCH)).toEqual({ totalSalesCents: 1000, totalPayoutCents: 200 });
  });

  test('a known eventID with another content; the first stays', async () => {
    await addPayees({ affiliates: [20] });
    await ingest(joined(1, 'T1'), sale('s1', 1, 1000, '2026-03-02T15:00:00Z'));
    const result = await ingest(sale('s1', 1, 1001, '2026-03-02T15:00:00Z'));
    expect(result.refused).toEqual([
      { line: 1, eventID: 's1', reason: 'eventID is known already, with another content' },
    ]);
    expect(await saleSummary(1, MARCH)).toEqual({ totalSalesCents: 1000, totalPayoutCents: 200 });
  });

  test('the same content with its fields in another order is the same event', async () => {
    await addPayees({ affiliates: [20] });
    const event = sale('s1', 1, 1000, '2026-03-02T15:00:00Z');
    const turned = Object.fromEntries(Object.entries(event).reverse());
    expect(await ingest(joined(1, 'T1'), event, turned)).toMatchObject({
      accepted: 2,
      duplicates: 1,
      refused: [],
    });
  });

  test('a known event is found among others whatever letters their ids have', async () => {
    await addPayees({ affiliates: [20] });
    const at = '2026-03-02T15:00:00Z';
    // In the order of JavaScript the second one comes before the first, in that of the database after it.
    const wide = sale('x\uff5e', 1, 1000, at);
    const emoji = sale('x😀', 1, 1000, at);
    await ingest(joined(1, 'T1'), emoji);
    expect(await ingest(wide, emoji)).toMatchObject({ accepted: 1, duplicates: 1, refused: [] });
    expect(await ingest(wide, emoji)).toMatchObject({ accepted: 0, duplicates: 2, refused: [] });
  });

  test('more refunded than is left of the sale, over several refunds', async () => {
    await addPayees({ affiliates: [20] });
    const at = '2026-03-02T15:00:00Z';
    await ingest(joined(1, 'T1'), sale('s1', 1, 1000, at), refund('r1', 's1', 600, at));
    const result = await ingest(
      refund('r2', 's1', 401, at),
      refund('r3', 's1', 400, at),
      refund('r4', 's1', 1, at),
    );
    expect(result.refused.map(({ eventID, reason }) => [eventID, reason])).toEqual([
      ['r2', 'amountCents is more than what is left of the sale (400)'],
      ['r4', 'amountCents is more than what is left of the sale (0)'],
    ]);
    expect(await saleSummary(1, MARCH)).toEqual({ totalSalesCents: 0, totalPayoutCents: 0 });
  });

  test('a member who joins again: the first affiliate keeps them', async () => {
    await addPayees({ affiliates: [20, 30] });
    const result = await ingest(joined(1, 'T1'), { ...joined(1, 'T2'), eventID: 'again' });
    expect(result.refused).toEqual([{ line: 2, eventID: 'again', reason: 'memberID 1 has joined already' }]);
    expect(await AttributionModel.findById(1).lean()).toMatchObject({ affID: 1 });
  });
});

describe('out of order', () => {
  test('a refund, its sale and the member, the last first, each in a call of its own', async () => {
    await addPayees({ affiliates: [20] });
    expect(await ingest(refund('r1', 's1', 300, '2026-03-03T15:00:00Z'))).toMatchObject({
      accepted: 1,
      waiting: 1,
    });
    expect(await ingest(sale('s1', 1, 1000, '2026-03-02T15:00:00Z'))).toMatchObject({
      accepted: 1,
      waiting: 1,
    });
    expect(await saleSummary(1, MARCH)).toEqual({ totalSalesCents: 0, totalPayoutCents: 0 });
    expect(await ingest(joined(1, 'T1'))).toMatchObject({ accepted: 1, waiting: 0 });
    expect(await saleSummary(1, MARCH)).toEqual({ totalSalesCents: 700, totalPayoutCents: 140 });
    expect(await EventModel.countDocuments({ state: 'waiting' })).toBe(0);
  });

  test('the same within one call', async () => {
    await addPayees({ affiliates: [20] });
    const result = await ingest(
      refund('r1', 's1', 300, '2026-03-03T15:00:00Z'),
      sale('s1', 1, 1000, '2026-03-02T15:00:00Z'),
      joined(1, 'T1'),
    );
    expect(result).toEqual({ accepted: 3, waiting: 0, duplicates: 0, refused: [] });
    expect(await saleSummary(1, MARCH)).toEqual({ totalSalesCents: 700, totalPayoutCents: 140 });
  });

  test('a waiting event again is a duplicate; one that turns out wrong is refused when its turn comes', async () => {
    await addPayees({ affiliates: [20] });
    const late = refund('r1', 's1', 1001, '2026-03-03T15:00:00Z');
    await ingest(late);
    expect(await ingest(late)).toMatchObject({ duplicates: 1, accepted: 0 });
    await ingest(joined(1, 'T1'), sale('s1', 1, 1000, '2026-03-02T15:00:00Z'));
    expect(await EventModel.findById('r1').lean()).toMatchObject({
      state: 'refused',
      reason: 'amountCents is more than what is left of the sale (1000)',
    });
    expect(await saleSummary(1, MARCH)).toEqual({ totalSalesCents: 1000, totalPayoutCents: 200 });
  });

  test('one that is refused when its turn comes is kept for the office, also if all of it comes in one call', async () => {
    await addPayees({ affiliates: [20] });
    const late = '2026-03-03T15:00:00Z';
    await ingest(refund('r1', 's1', 1001, late));
    await ingest(
      refund('r2', 's1', 1002, late),
      sale('s1', 1, 1000, '2026-03-02T15:00:00Z'),
      joined(1, 'T1'),
    );
    const kept = await RefusedEventModel.find({}, { eventID: 1, reason: 1 }).sort({ _id: 1 }).lean();
    const reason = 'amountCents is more than what is left of the sale (1000)';
    expect(kept).toEqual(['r1', 'r2'].map((eventID) => ({ _id: `event:${eventID}`, eventID, reason })));
  });

  test('waits for the member first and for the staff then', async () => {
    await ingest(tip('t1', 1, 7, 1000, '2026-03-02T15:00:00Z'));
    await ingest(joined(1));
    expect(await EventModel.findById('t1').lean()).toMatchObject({ state: 'waiting', waitsFor: 'staff:7' });
    await importPeople({ staff: [{ staffID: 7, emailAddress: 's@example.com', commission: 40 }] });
    expect(await EntryModel.findById('event:t1').lean()).toMatchObject({
      payee: 'staff:7',
      payoutCents: 400,
    });
  });
});

describe('figures', () => {
  test('belong to the business day: midnight, its last second and both changes of the clock', async () => {
    await addPayees({ affiliates: [20] });
    await ingest(
      joined(1, 'T1'),
      sale('a', 1, 1, '2026-03-08T04:59:59Z'), // 23:59:59 on the 7th, EST
      sale('b', 1, 10, '2026-03-08T05:00:00Z'), // midnight of the day that has 23 hours
      sale('c', 1, 100, '2026-03-09T03:59:59Z'), // 23:59:59 on the 8th, EDT
      sale('d', 1, 1000, '2026-03-09T04:00:00Z'), // midnight, EDT
      sale('e', 1, 10_000, '2026-11-01T03:59:59Z'), // 23:59:59 on October 31st, EDT
      sale('f', 1, 100_000, '2026-11-02T04:59:59Z'), // 23:59:59 of the day that has 25 hours, EST
    );
    const days = await DayTotalModel.find({ kind: 'affiliate' }).sort({ day: 1 }).lean();
    expect(days.map(({ day, salesCents }) => [day, salesCents])).toEqual([
      ['2026-03-07', 1],
      ['2026-03-08', 110],
      ['2026-03-09', 1000],
      ['2026-10-31', 10_000],
      ['2026-11-01', 100_000],
    ]);
  });

  test('payouts round half away from zero, once per entry', async () => {
    await addPayees({ affiliates: [12.5] });
    const at = '2026-03-02T15:00:00Z';
    await ingest(joined(1, 'T1'), sale('a', 1, 4, at), sale('b', 1, 12, at), refund('c', 'b', 4, at));
    const entries = await EntryModel.find().sort({ _id: 1 }).lean();
    // 0.5 → 1, 1.5 → 2, -0.5 → -1
    expect(entries.map(({ payoutCents }) => payoutCents)).toEqual([1, 2, -1]);
  });

  test('a refund goes by the commission of its sale, whatever the affiliate has now', async () => {
    await addPayees({ affiliates: [20] });
    await ingest(joined(1, 'T1'), sale('s1', 1, 1000, '2026-03-02T15:00:00Z'));
    await AffiliateModel.updateOne({ affID: 1 }, { commission: 50 });
    await ingest(
      refund('r1', 's1', 1000, '2026-03-03T15:00:00Z'),
      sale('s2', 1, 1000, '2026-03-03T15:00:00Z'),
    );
    expect(await saleSummary(1, MARCH)).toEqual({ totalSalesCents: 1000, totalPayoutCents: 500 });
  });

  test('members of no affiliate, or of an unknown trackID, count for the site alone', async () => {
    await ingest(
      joined(1),
      joined(2, 'nobody'),
      sale('s1', 1, 1000, '2026-03-02T15:00:00Z'),
      sale('s2', 2, 500, '2026-03-02T15:00:00Z'),
    );
    expect(await siteDay('2026-03-02')).toMatchObject({ salesCount: 2, salesCents: 1500 });
    expect((await siteDay('2026-03-02'))?.payoutCents).toBeUndefined();
    expect(await EntryModel.countDocuments()).toBe(0);
    expect((await siteDay('2026-03-01'))?.newMembersCount).toBe(2);
  });

  test('each source and landing page has its joins, sales and payout, refunds taken off', async () => {
    await addPayees({ affiliates: [20] });
    const at = '2026-03-02T15:00:00Z';
    await ingest(
      { ...joined(1, 'T1'), tid: 'blog', lp: 'lp1' },
      { ...joined(2, 'T1'), tid: 'blog' },
      sale('s1', 1, 1000, at),
      sale('s2', 2, 500, at),
      refund('r1', 's1', 250, at),
    );
    const sources = await SourceTotalModel.find({}, { seq: 0 }).sort({ lp: 1 }).lean();
    expect(sources).toEqual([
      expect.objectContaining({
        affID: 1,
        tid: 'blog',
        lp: '',
        joins: 1,
        salesCount: 1,
        salesCents: 500,
        payoutCents: 100,
      }),
      expect.objectContaining({
        affID: 1,
        tid: 'blog',
        lp: 'lp1',
        joins: 1,
        salesCount: 1,
        salesCents: 750,
        payoutCents: 150,
      }),
    ]);
  });
});

test('sources whose names run into each other stay apart', async () => {
  await addPayees({ affiliates: [20] });
  await ingest({ ...joined(1, 'T1'), tid: 'a|b', lp: 'c' }, { ...joined(2, 'T1'), tid: 'a', lp: 'b|c' });
  const sources = await SourceTotalModel.find().sort({ tid: 1 }).lean();
  expect(sources.map(({ tid, lp, joins }) => [tid, lp, joins])).toEqual([
    ['a', 'b|c', 1],
    ['a|b', 'c', 1],
  ]);
});

describe('what comes after a payroll is executed', () => {
  test('counts in statistics on its own day, and is paid on the first open day', async () => {
    await addPayees({ affiliates: [20] });
    await ingest(joined(1, 'T1'), sale('s1', 1, 1000, '2026-03-02T15:00:00Z'));
    await executePayroll({
      payrollType: PAYROLL_TYPE.affiliates,
      endDate: '2026-03-10',
      items: [{ personID: 1 }],
      by: SYSTEM_ACTOR,
    });
    await ingest(sale('late', 1, 500, '2026-03-05T15:00:00Z'));
    expect(await EntryModel.findById('event:late').lean()).toMatchObject({
      day: '2026-03-05',
      postedDay: '2026-03-11',
    });
    expect(await saleSummary(1, { startDate: '2026-03-05', endDate: '2026-03-05' })).toEqual({
      totalSalesCents: 500,
      totalPayoutCents: 100,
    });
    expect(await generatePayroll({ payrollType: PAYROLL_TYPE.affiliates, endDate: '2026-03-10' })).toEqual(
      [],
    );
    expect(
      await generatePayroll({ payrollType: PAYROLL_TYPE.affiliates, endDate: '2026-03-11' }),
    ).toMatchObject([
      { personID: 1, startPeriod: '2026-03-11', endPeriod: '2026-03-11', cents: 100, entries: 1 },
    ]);
  });
});
