import { centsOf, parseDay } from '@partnerdesk/contracts';
import { readSample, useTestDatabase } from '@partnerdesk/testing';
import { importPeople } from '../import-people';
import { ingestEvents } from '../ingest-events';
import { saleDetails } from './sales-page';

useTestDatabase();

const CHUNK = 4000;

test('the sample’s sale details are as many as expected and add up to its summaries, to the cent', async () => {
  const { people, events, expected } = readSample();
  await importPeople(people);
  for (let start = 0; start < events.length; start += CHUNK) {
    await ingestEvents(
      events.slice(start, start + CHUNK).map((value, index) => ({ line: start + index + 1, value })),
    );
  }
  const dayOf = (text: string) => parseDay(text) ?? '';
  for (const { affiliateID, startDate, endDate, totalSales, totalPayout, details } of expected.saleSummary) {
    const range = { startDate: dayOf(startDate), endDate: dayOf(endDate) };
    const rows = await saleDetails(affiliateID, range);
    expect({
      affiliateID,
      details: rows.length,
      sales: rows.reduce((sum, row) => sum + row.amountCents, 0),
      payout: rows.reduce((sum, row) => sum + row.payoutCents, 0),
    }).toEqual({ affiliateID, details, sales: centsOf(totalSales), payout: centsOf(totalPayout) });
    expect(rows.every(({ saleID = 0 }) => saleID > 0)).toBe(true);
    expect(rows.map(({ at }) => at.getTime())).toEqual(
      rows.map(({ at }) => at.getTime()).sort((a, b) => b - a),
    );
  }
});
