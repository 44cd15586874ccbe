import { addDays } from '@partnerdesk/contracts';
import { EntryModel, EventModel, today } from '@partnerdesk/domain';
import { ingest, joined, sale } from '@partnerdesk/testing';
import { signedInAffiliate } from '../testing/people';
import { startTestApp, type TestApp } from '../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
afterEach(() => EntryModel.base.set('debug', false));

test('the dashboard reads totals of days, not the entries and events that they are made of', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const { affID, trackID } = affiliate;
  await ingest(joined(70_101, trackID), sale('dashboard-sale', 70_101, 1000, new Date().toISOString()));
  const days = `startDate=${addDays(today(), -30)}&endDate=${today()}`;
  const calls = [
    `quick-statistics?affID=${affID}`,
    `tracking-sources?affiliateID=${affID}`,
    `member-daily-figures?affiliateID=${affID}&${days}`,
    `member-payment-history?affiliateID=${affID}&${days}`,
    `link-report?affiliateID=${affID}&by=day&${days}`,
  ];
  const statuses = async () => {
    const answers = [];
    for (const call of calls) answers.push((await client.get(`/api/${call}`)).status);
    return answers;
  };
  // The first one counts what has come since the last report: each entry once, for all affiliates.
  await statuses();
  /** Collections that are asked. */
  const asked = new Set<string>();
  EntryModel.base.set('debug', (collection: string) => asked.add(collection));
  expect(await statuses()).toEqual(calls.map(() => 200));
  const { body } = await client.get(`/api/quick-statistics?affID=${affID}`);
  expect(body.today).toBeGreaterThan(0);
  const names = [...asked];
  expect(names).toContain('dayTotals');
  for (const { collection } of [EntryModel, EventModel])
    expect(names).not.toContain(collection.collectionName);
});
