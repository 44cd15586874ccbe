/* One set of counts: as they come, recounted and reported they must be the same. */
import { type LinkReportBy, MAX_CAMPAIGNS } from '@partnerdesk/contracts';
import {
  addPayees,
  dieAtWrite,
  emptyTestDatabase,
  ingest,
  joined,
  refund,
  sale,
  useTestDatabase,
} from '@partnerdesk/testing';
import { propertyRuns } from '@partnerdesk/testing/services';
import fc from 'fast-check';
import { ingestEvents } from '../../ledger/ingest-events';
import { sourceKeyOf } from '../../ledger/keys';
import { type SourceTotal, SourceTotalModel } from '../../ledger/ledger.models';
import { SYSTEM_ACTOR } from '../../platform/audit/audit';
import { CampaignModel, readCampaigns, removeCampaign, saveCampaign } from './campaigns';
import { addClicks, ClickTotalModel, MAX_SOURCES } from './clicks';
import { countLedgerLinks, rebuildLinkDays } from './count-ledger';
import {
  type LinkDay,
  LinkDayModel,
  type LinkFigure,
  type LinkRow,
  MAX_LINKS_A_DAY,
  MAX_SUB_LINKS_A_DAY,
} from './link-day.model';
import { linkReport } from './read-link-report';

useTestDatabase();

const by = { actor: SYSTEM_ACTOR };
const AT = '2026-03-02T15:00:00Z';
const DAY = '2026-03-02';
const stored = () => LinkDayModel.find().sort({ _id: 1 }).lean<LinkDay[]>();
const sumOf = (rows: readonly LinkRow[], figure: LinkFigure) =>
  rows.reduce((sum, row) => sum + (row[figure] ?? 0), 0);

test('sub-ids go from the join into the day of the join, its sales and their refunds', async () => {
  await addPayees({ affiliates: [20] });
  await ingest({ ...joined(1, 'T1'), tid: 'blog', lp: 'home', s1: 'ad-7', s5: '' }, sale('s1', 1, 1000, AT));
  await ingest(refund('r1', 's1', 400, '2026-03-05T15:00:00Z'));
  expect(await countLedgerLinks()).toBe(true);
  const marks = { tid: 'blog', lp: 'home', s1: 'ad-7' };
  expect((await stored()).map(({ day, rows }) => ({ day, rows }))).toEqual([
    { day: '2026-03-01', rows: [{ ...marks, joins: 1 }] },
    { day: DAY, rows: [{ ...marks, salesCount: 1, salesCents: 1000, payoutCents: 200 }] },
    { day: '2026-03-05', rows: [{ ...marks, refundsCount: 1, refundsCents: 400, payoutCents: -80 }] },
  ]);
});

test('a batch of many sources with long names is stored, however much that is', async () => {
  const names = Array.from({ length: MAX_LINKS_A_DAY }, (_, index) => `${index}`.padEnd(50, '語'));
  const counts = Array.from({ length: 200 }, (_, affiliate) =>
    names.map((name) => ({
      affID: 100_000 + affiliate,
      day: DAY,
      marks: { tid: name, lp: name },
      inc: { clicks: 1 },
    })),
  ).flat();
  for (const batch of [1, 2]) await addClicks(batch, counts);
  expect(await ClickTotalModel.countDocuments({ clicks: 2 })).toBe(counts.length);
});

test('control characters and separators in ids stay what they are: nothing is held up, and no two links become one', async () => {
  await addPayees({ affiliates: [20] });
  const odd = [
    { tid: '\0\n\u202e', lp: '\t', s1: '\u0001', s5: '$where.a' },
    { tid: '\0\n', lp: '\u202e\t', s1: '\u0001', s5: '$where.a' },
    { tid: ' ', lp: '', s1: '', s2: '\u0001' },
  ];
  const { refused } = await ingest(
    ...odd.map((marks, index) => ({ ...joined(index + 1, 'T1', AT), ...marks })),
    ...odd.map((_, index) => sale(`s${index}`, index + 1, 1000, AT)),
  );
  expect(refused).toEqual([]);
  expect(await countLedgerLinks()).toBe(true);
  const { lines } = await linkReport(1, { startDate: DAY, endDate: DAY }, 'link');
  const figures = { joins: 1, salesCount: 1, salesCents: 1000, payoutCents: 200 };
  expect(lines.map(({ now }) => now)).toEqual([figures, figures, figures]);
  expect(lines.map(({ marks }) => marks?.tid).sort()).toEqual(odd.map(({ tid }) => tid).sort());
  expect(await rebuildLinkDays()).toEqual([]);
  expect((await SourceTotalModel.find().lean<SourceTotal[]>()).map(({ salesCents }) => salesCents)).toEqual([
    1000, 1000, 1000,
  ]);
});

test('killed at any write and counted by two at once, each join, sale and click counts once', async () => {
  await addPayees({ affiliates: [20] });
  await ingest({ ...joined(1, 'T1', AT), tid: 'a' }, sale('s1', 1, 1000, AT));
  const counts = [
    { affID: 1, day: DAY, marks: { tid: 'a', lp: '' }, inc: { clicks: 2, visitors: 1 } },
    { affID: 1, day: DAY, marks: { tid: 'b', lp: '', s1: 'x' }, inc: { clicks: 1, bots: 3 } },
    { affID: 1, day: DAY, inc: { clicks: 5 } },
  ];
  const work = () => Promise.all([addClicks(7, counts), countLedgerLinks()]);
  for (let count = 1; ; count += 1) {
    const revive = dieAtWrite(count);
    await Promise.allSettled([work()]);
    if (!revive()) break;
  }
  await Promise.all([work(), work()]);
  const [day] = await stored();
  expect(day?.rows.sort((a, b) => a.tid.localeCompare(b.tid))).toEqual([
    { tid: '', lp: '', other: 'links', clicks: 5 },
    { tid: 'a', lp: '', clicks: 2, visitors: 1, joins: 1, salesCount: 1, salesCents: 1000, payoutCents: 200 },
    { tid: 'b', lp: '', s1: 'x', clicks: 1, bots: 3 },
  ]);
  const totals = await ClickTotalModel.find({}, { tid: 1, clicks: 1, _id: 0 }).sort({ tid: 1 }).lean();
  expect(totals).toEqual([
    { tid: '', clicks: 5 },
    { tid: 'a', clicks: 2 },
    { tid: 'b', clicks: 1 },
  ]);
});

test('invented ids are kept apart up to a bound, and nothing of them is lost', async () => {
  const links = Array.from({ length: 500 }, (_, index) => ({
    affID: 1,
    day: DAY,
    inc: { clicks: 1 },
    marks: { tid: 'own', lp: '', s1: `click-${index}` },
  }));
  await addClicks(1, links);
  await addClicks(
    2,
    links.map((each, index) => ({ ...each, marks: { tid: `t${index}`, lp: '' } })),
  );
  await addClicks(3, [{ affID: 1, day: DAY, marks: { tid: 'own', lp: '' }, inc: { clicks: 1 } }]);
  const rows = (await stored())[0]?.rows ?? [];
  expect(sumOf(rows, 'clicks')).toBe(1001);
  expect(rows.filter(({ s1 }) => s1)).toHaveLength(MAX_SUB_LINKS_A_DAY);
  expect(rows.filter(({ other, s1 }) => !other && !s1)).toHaveLength(MAX_LINKS_A_DAY);
  expect(rows.filter(({ other }) => other)).toEqual([
    { tid: 'own', lp: '', other: 'subs', clicks: 500 - MAX_SUB_LINKS_A_DAY },
    { tid: '', lp: '', other: 'links', clicks: 500 - (MAX_LINKS_A_DAY - 1) },
  ]);
});

test('invented over many days, ids bring an affiliate no more sources than are kept, and days still add up to them', async () => {
  await addPayees({ affiliates: [20] });
  await ingest({ ...joined(1, 'T1', AT), tid: 'joined' });
  await countLedgerLinks();
  await saveCampaign(1, { name: 'Own', tid: 'saved', lp: '', to: '' }, by);
  await CampaignModel.updateOne({ affID: 1 }, { $set: { day: '2026-03-01' } });
  const full = Array.from({ length: MAX_SOURCES }, (_, index) => {
    const source = { affID: 1, tid: `k${index}`, lp: '' };
    return { _id: sourceKeyOf(source), ...source, clicks: 0 };
  });
  await ClickTotalModel.collection.insertMany(full as never[]);
  const counts = ['invented', 'other', 'k0', 'saved', 'joined'].map((tid) => ({
    affID: 1,
    day: DAY,
    marks: { tid, lp: '' },
    inc: { clicks: 1, bots: 1 },
  }));
  for (let count = 1; ; count += 1) {
    const revive = dieAtWrite(count);
    await Promise.allSettled([addClicks(1, counts)]);
    if (!revive()) break;
  }
  const right = { '': 2, k0: 1, saved: 1, joined: 1 };
  const ofDay = ((await stored())[0]?.rows ?? []).map(({ tid, clicks }) => [tid, clicks]);
  expect(Object.fromEntries(ofDay)).toEqual(right);
  const totals = await ClickTotalModel.find({ clicks: { $gt: 0 } }).lean();
  expect(Object.fromEntries(totals.map(({ tid, clicks }) => [tid, clicks]))).toEqual(right);
  expect(await rebuildLinkDays()).toEqual([]);
});

test('planted errors are found and corrected, clicks left as they are', async () => {
  await addPayees({ affiliates: [20] });
  await ingest({ ...joined(1, 'T1', AT), tid: 'a' }, sale('s1', 1, 1000, AT));
  await ingest({ ...joined(2, 'T1', '2026-03-03T15:00:00Z'), tid: 'a' });
  await addClicks(1, [{ affID: 1, day: DAY, marks: { tid: 'a', lp: '' }, inc: { clicks: 9 } }]);
  await countLedgerLinks();
  const right = await stored();
  await LinkDayModel.updateOne({ day: DAY }, { $set: { 'rows.0.salesCents': 1, 'rows.0.joins': 4 } });
  await LinkDayModel.deleteOne({ day: '2026-03-03' });
  const found = await rebuildLinkDays();
  expect(found.map(({ day, figure, stored: was, counted }) => [day, figure, was, counted])).toEqual([
    [DAY, 'joins', 4, 1],
    [DAY, 'salesCents', 1, 1000],
    ['2026-03-03', 'joins', 0, 1],
  ]);
  const rowsOf = (days: LinkDay[]) => days.map(({ day, rows }) => ({ day, rows }));
  expect(rowsOf(await stored())).toEqual(rowsOf(right));
  expect(await rebuildLinkDays()).toEqual([]);
});

test('a saved link is kept apart from the next day on, whatever others invent', async () => {
  await saveCampaign(1, { name: 'Own', tid: 'own', lp: '', s1: 'ad', to: '' }, by);
  await CampaignModel.updateOne({ affID: 1 }, { $set: { day: '2026-03-01' } });
  const invented = Array.from({ length: 150 }, (_, index) => ({ tid: `t${index}`, lp: '' }));
  const marks = { tid: 'own', lp: '', s1: 'ad' };
  const counts = [...invented, marks].map((each) => ({
    affID: 1,
    day: DAY,
    marks: each,
    inc: { clicks: 1 },
  }));
  await addClicks(1, counts);
  expect((await stored())[0]?.rows.find(({ tid }) => tid === 'own')).toEqual({ ...marks, clicks: 1 });
});

test('of two who bring a removed link back at once under two names one does, and the other is refused', async () => {
  const save = (name: string) => saveCampaign(1, { name, tid: 'blog', lp: '', to: '' }, by);
  await save('First');
  const [first] = await readCampaigns(1);
  await removeCampaign(1, first!.campaignID, by);
  const { collection } = CampaignModel;
  const update = collection.findOneAndUpdate.bind(collection) as (...args: unknown[]) => unknown;
  const write = jest.spyOn(collection, 'findOneAndUpdate').mockImplementationOnce((async (
    ...late: unknown[]
  ) => {
    await save('Quicker');
    return update(...late);
  }) as never);
  await expect(save('Late')).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { tid: expect.anything() },
  });
  write.mockRestore();
  expect(await readCampaigns(1)).toMatchObject([{ campaignID: first!.campaignID, name: 'Quicker' }]);
});

test.each([
  ['new', false],
  ['brought back', true],
])('of two links that are saved at once under one name one stays at most: %s', async (_, isBack) => {
  const save = (tid: string, name = 'Mail') => saveCampaign(1, { name, tid, lp: '', to: '' }, by);
  if (isBack) {
    await save('first');
    await removeCampaign(1, (await readCampaigns(1))[0]?.campaignID ?? '', by);
  }
  const read = CampaignModel.find.bind(CampaignModel);
  const judged = jest.spyOn(CampaignModel, 'find').mockImplementationOnce(((...args: [object]) => ({
    lean: async () => {
      const all = await read(...args).lean();
      await save('second');
      return all;
    },
  })) as never);
  await expect(save('first')).rejects.toMatchObject({
    fields: { name: 'There is a campaign with this name' },
  });
  judged.mockRestore();
  expect(await readCampaigns(1)).toMatchObject([{ tid: 'second', name: 'Mail' }]);
  await save('first', 'Another');
  expect(await readCampaigns(1)).toHaveLength(2);
});

test('links that are saved at once are not more than there may be', async () => {
  const saves = Array.from({ length: MAX_CAMPAIGNS + 5 }, (_, index) =>
    saveCampaign(1, { name: `Link ${index}`, tid: `t${index}`, lp: '', to: '' }, by),
  );
  await Promise.allSettled(saves);
  expect((await readCampaigns(1)).length).toBeLessThanOrEqual(MAX_CAMPAIGNS);
});

test('beyond the bounds a recount gives what was counted as it came, whenever a saved link came', async () => {
  await addPayees({ affiliates: [20] });
  await saveCampaign(1, { name: 'Own', tid: 'own', lp: '', s1: 'ad', to: '' }, by);
  await CampaignModel.updateOne({ affID: 1 }, { $set: { day: '2026-03-01' } });
  const own = { tid: 'own', lp: '' };
  const invented = Array.from({ length: MAX_LINKS_A_DAY }, (_, index) => ({
    ...joined(10 + index, 'T1', AT),
    tid: `t${index}`,
  }));
  await ingest(...invented);
  await ingest({ ...joined(1, 'T1', AT), ...own, s1: 'other' });
  await countLedgerLinks();
  await ingest({ ...joined(2, 'T1', AT), ...own, s1: 'ad' });
  await countLedgerLinks();
  await ingest({ ...joined(3, 'T1', AT), ...own, s1: 'other' });
  await countLedgerLinks();
  expect(await rebuildLinkDays()).toEqual([]);
  const right = (await stored())[0]?.rows ?? [];
  expect(right).toHaveLength(MAX_LINKS_A_DAY + 2);
  expect(right).toContainEqual({ ...own, s1: 'ad', joins: 1 });
  expect(right).toContainEqual({ tid: '', lp: '', other: 'links', joins: 2 });
  await LinkDayModel.deleteMany({});
  await rebuildLinkDays();
  const byKey = (rows: LinkRow[]) => new Set(rows.map((row) => JSON.stringify(row)));
  expect(byKey((await stored())[0]?.rows ?? [])).toEqual(byKey(right));
});

test('a report groups days of links, beside the period before, and names what was saved', async () => {
  await addPayees({ affiliates: [20] });
  const marks = { tid: 'blog', lp: 'home', s1: 'ad' };
  await ingest({ ...joined(1, 'T1', AT), ...marks }, sale('s1', 1, 1000, AT));
  await addClicks(1, [
    { affID: 1, day: DAY, marks, inc: { clicks: 3, visitors: 2 } },
    { affID: 1, day: '2026-03-01', marks: { tid: 'mail', lp: 'home' }, inc: { clicks: 2, bots: 1 } },
    { affID: 1, day: DAY, inc: { clicks: 4 } },
  ]);
  await countLedgerLinks();
  await saveCampaign(1, { name: 'March', ...marks, to: '' }, by);
  const range = { startDate: DAY, endDate: DAY };
  const lines = async (by: LinkReportBy) =>
    (await linkReport(1, range, by)).lines.map(({ name, isOther, now, before }) => [
      isOther ? 'other' : name,
      now.clicks ?? 0,
      before.clicks ?? 0,
    ]);
  expect(await lines('source')).toEqual([
    ['other', 4, 0],
    ['blog', 3, 0],
    ['mail', 0, 2],
  ]);
  expect(await lines('landing')).toEqual([
    ['other', 4, 0],
    ['home', 3, 2],
  ]);
  expect(await lines('s1')).toEqual([
    ['other', 4, 0],
    ['ad', 3, 0],
    ['', 0, 2],
  ]);
  expect(await lines('link')).toEqual([
    ['other', 4, 0],
    ['March', 3, 0],
    ['', 0, 2],
  ]);
  expect(await lines('day')).toEqual([[DAY, 7, 0]]);
  const { total, totalBefore } = await linkReport(1, range, 'source');
  expect(total).toEqual({
    clicks: 7,
    visitors: 2,
    joins: 1,
    salesCount: 1,
    salesCents: 1000,
    payoutCents: 200,
  });
  expect(totalBefore).toEqual({ clicks: 2, bots: 1 });
  expect((await linkReport(1, range, 'day')).linesBefore).toMatchObject([
    { name: '2026-03-01', now: { clicks: 2, bots: 1 } },
  ]);
  const inAYear = { startDate: '2027-03-02', endDate: '2027-03-02' };
  expect((await linkReport(1, inAYear, 'source', 'year')).totalBefore).toEqual(total);
});

const event = fc.oneof(
  fc.record({ do: fc.constant('sale' as const), member: fc.nat(3), cents: fc.integer({ min: 1, max: 999 }) }),
  fc.record({ do: fc.constant('refund' as const), sale: fc.nat(6), cents: fc.integer({ min: 1, max: 400 }) }),
);
const text = fc.constantFrom('', 'a', 'b');

test('in any order and any batches: Σ links of all days = the sources, per affiliate, source and landing page', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 4, maxLength: 14 }),
      fc.array(fc.record({ tid: text, lp: text, s1: text, s3: text }), { minLength: 4, maxLength: 4 }),
      fc.infiniteStream(fc.nat()),
      async (events, members, dice) => {
        await emptyTestDatabase();
        await addPayees({ affiliates: [20, 33.33] });
        let sales = 0;
        const values: object[] = members.map((each, member) => ({
          ...joined(member + 1, `T${(member % 2) + 1}`),
          ...each,
        }));
        for (const [index, each] of events.entries()) {
          if (each.do === 'sale') values.push(sale(`s${sales++}`, each.member + 1, each.cents, AT));
          else values.push(refund(`r${index}`, `s${each.sale}`, each.cents, AT));
        }
        const shuffled = values.map((value) => ({ value, at: dice.next().value as number }));
        shuffled.sort((a, b) => a.at - b.at);
        while (shuffled.length > 0) {
          const size = 1 + ((dice.next().value as number) % 4);
          await ingestEvents(shuffled.splice(0, size).map(({ value }, line) => ({ line: line + 1, value })));
          if ((dice.next().value as number) % 2) await Promise.all([countLedgerLinks(), countLedgerLinks()]);
        }
        await countLedgerLinks();
        expect(await rebuildLinkDays()).toEqual([]);
        const days = await stored();
        const sources = await SourceTotalModel.find().lean<SourceTotal[]>();
        for (const { affID, tid, lp, joins = 0, salesCount = 0, salesCents = 0, payoutCents } of sources) {
          const rows = days
            .filter((day) => day.affID === affID)
            .flatMap((day) => day.rows.filter((row) => row.tid === tid && row.lp === lp));
          expect([sumOf(rows, 'joins'), sumOf(rows, 'salesCount')]).toEqual([joins, salesCount]);
          expect(sumOf(rows, 'salesCents') - sumOf(rows, 'refundsCents')).toBe(salesCents);
          expect(sumOf(rows, 'payoutCents')).toBe(payoutCents ?? 0);
        }
        const known = new Set(sources.map(({ affID, tid, lp }) => `${affID} ${tid} ${lp}`));
        for (const { affID, rows } of days)
          for (const { tid, lp } of rows) expect(known).toContain(`${affID} ${tid} ${lp}`);
      },
    ),
    propertyRuns(20),
  );
});
