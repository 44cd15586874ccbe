import { centsOf, parseDay, STATS_TYPE } from '@partnerdesk/contracts';
import { readSample, type SampleRow, shuffled, useTestDatabase } from '@partnerdesk/testing';
import { executePayroll } from '../payroll/execute-payroll';
import { generatePayroll } from '../payroll/generate-payroll';
import { SYSTEM_ACTOR } from '../platform/audit/audit';
import type { Figure, Figures } from './figures';
import { importPeople } from './import-people';
import { ingestEvents } from './ingest-events';
import { DayTotalModel, EntryModel, EventModel } from './ledger.models';
import { saleDetails, saleSummary } from './statistics/affiliate-figures';
import { readDayFigures, sumFigures } from './statistics/read-statistics';
import { rebuildStatistics } from './statistics/rebuild-statistics';

useTestDatabase();

const { people, events, expected } = readSample();
const BATCH = 4000;

const dayOfWire = (text: string) => parseDay(text) ?? fail(`${text} is no day`);

function fail(message: string): never {
  throw new Error(message);
}

async function ingestAll(values: readonly unknown[]) {
  const totals = { accepted: 0, duplicates: 0, refused: 0 };
  for (let start = 0; start < values.length; start += BATCH) {
    const lines = values
      .slice(start, start + BATCH)
      .map((value, index) => ({ line: start + index + 1, value }));
    const result = await ingestEvents(lines);
    totals.accepted += result.accepted;
    totals.duplicates += result.duplicates;
    totals.refused += result.refused.length;
  }
  return totals;
}

async function expectSaleSummaries() {
  for (const { affiliateID, startDate, endDate, totalSales, totalPayout, details } of expected.saleSummary) {
    const range = { startDate: dayOfWire(startDate), endDate: dayOfWire(endDate) };
    const totalSalesCents = centsOf(totalSales);
    const totalPayoutCents = centsOf(totalPayout);
    expect(await saleSummary(affiliateID, range)).toEqual({ totalSalesCents, totalPayoutCents });
    const rows = await saleDetails(affiliateID, range);
    expect({
      affiliateID,
      details: rows.length,
      totalSalesCents: rows.reduce((sum, row) => sum + row.amountCents, 0),
      totalPayoutCents: rows.reduce((sum, row) => sum + row.payoutCents, 0),
    }).toEqual({ affiliateID, details, totalSalesCents, totalPayoutCents });
    expect(rows.every(({ saleID = 0 }) => saleID > 0)).toBe(true);
    const times = rows.map(({ at }) => at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  }
}

async function statisticsOf(statsType: number, staffID: number, startDate: string, endDate: string) {
  const range = { startDate: dayOfWire(startDate), endDate: dayOfWire(endDate) };
  const days = await readDayFigures({ statsType, staffID, ...range });
  return sumFigures(days);
}

/** The expected figures, money in cents under the ledger's names. */
const CENTS: Record<string, Figure> = {
  salesAmount: 'salesCents',
  payoutAmount: 'payoutCents',
  refundsAmount: 'refundsCents',
  sextingPackageSaleAmounts: 'sextingPackageSaleCents',
  phoneCallSalesAmount: 'phoneCallSalesCents',
  tipsAmount: 'tipsCents',
};
const figuresOf = (values: Record<string, number>): Figures =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      CENTS[name] ?? name,
      CENTS[name] ? centsOf(value) : value,
    ]),
  );

async function expectStatistics() {
  for (const { startDate, endDate, values } of expected.siteStatistics) {
    expect(await statisticsOf(STATS_TYPE.site, 0, startDate, endDate)).toMatchObject(figuresOf(values));
  }
  for (const { staffID, startDate, endDate, values } of expected.staffStatistics) {
    expect(await statisticsOf(STATS_TYPE.staff, staffID, startDate, endDate)).toMatchObject(
      figuresOf(values),
    );
  }
}

/** Every step of the expected payroll, the executions between them included. */
async function expectPayrollSteps() {
  for (const { step, payrollType, endDate, rows } of expected.payroll) {
    if (step.startsWith('execute')) {
      const before = expected.payroll.find((each) => each.payrollType === payrollType)!;
      const items = before.rows.map((row) => ({ personID: personOf(row) }));
      const outcomes = await executePayroll({
        payrollType,
        endDate: dayOfWire(before.endDate),
        items,
        by: SYSTEM_ACTOR,
      });
      expect(outcomes.map((each) => each.outcome === 'executed' && each.payroll.amountCents)).toEqual(
        before.rows.map((row) => centsOf(row.payoutAmount)),
      );
    }
    const generated = await generatePayroll({ payrollType, endDate: dayOfWire(endDate) });
    expect(
      generated.map(({ personID, startPeriod, endPeriod, cents }) => ({
        personID,
        startPeriod,
        endPeriod,
        cents,
      })),
    ).toEqual(
      rows.map((row) => ({
        personID: personOf(row),
        startPeriod: row.startPeriod,
        endPeriod: row.endPeriod,
        cents: centsOf(row.payoutAmount),
      })),
    );
  }
}

const personOf = (row: SampleRow) => row.affID ?? row.staffID ?? fail('a row without a person');

/** Every total and entry, without the number of the record that wrote it and ids given out in order of arrival. */
async function ledgerState() {
  const totals = await DayTotalModel.find({}, { seq: 0 }).sort({ _id: 1 }).lean();
  const entries = await EntryModel.find({}, { saleID: 0 }).sort({ _id: 1 }).lean();
  return { totals, entries };
}

/** Counts that only events of the sample have, not sales alone. */
const FORGOTTEN = { tipsCount: '', tipsCents: '', phoneCallMinutes: '', singleMessagesSentByStaff: '' };

async function expectRebuiltStatistics() {
  const days = { startDate: '2026-03-05', endDate: '2026-03-09' };
  const { totals } = await ledgerState();
  const cleared = await DayTotalModel.updateMany(
    { day: { $gte: days.startDate, $lte: days.endDate }, kind: { $in: ['site', 'staff'] } },
    { $unset: FORGOTTEN },
  );
  expect(cleared.modifiedCount).toBeGreaterThan(5);
  await rebuildStatistics(days);
  expect((await ledgerState()).totals).toEqual(totals);
}

describe('the sample', () => {
  test('in order: every figure to the cent; the same file again changes nothing', async () => {
    await importPeople(people);
    expect(await ingestAll(events)).toEqual({ accepted: events.length, duplicates: 0, refused: 0 });
    await expectSaleSummaries();
    await expectStatistics();
    const before = await ledgerState();
    expect(await ingestAll(events)).toEqual({ accepted: 0, duplicates: events.length, refused: 0 });
    expect(await ledgerState()).toEqual(before);
    expect(await importPeople(people)).toEqual({ added: 0, existing: 1570 });
    await expectRebuiltStatistics();
    await expectPayrollSteps();
  });

  test('shuffled, a fifth of it twice, staff only afterwards: the same figures', async () => {
    const { affiliates } = people as { affiliates: unknown[] };
    await importPeople({ affiliates });
    const twice = shuffled([...events, ...events.slice(0, events.length / 5)], 7);
    const { accepted, refused } = await ingestAll(twice);
    expect({ accepted, refused }).toEqual({ accepted: events.length, refused: 0 });
    expect(await EventModel.countDocuments({ state: 'waiting' })).toBeGreaterThan(0);
    await importPeople(people);
    expect(await EventModel.countDocuments({ state: 'waiting' })).toBe(0);
    await expectSaleSummaries();
    await expectStatistics();
    await expectPayrollSteps();
  });
});
