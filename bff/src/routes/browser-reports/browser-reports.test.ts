import { metrics } from '@partnerdesk/node';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  // Other files of the same process have counted, too.
  for (const metric of Object.values(metrics)) metric.reset();
  app = await startTestApp({ limits: { browserReportAddress: { max: 7, windowMs: 60_000 } } });
});
afterAll(() => app.close());

const send = async (body: unknown) => (await app.client().post('/api/browser-reports', body)).status;
const error = { part: 'payroll', name: 'TypeError', place: 'main.3fa2.js:1:2300' };

test('vitals and errors are counted, errors logged', async () => {
  expect(await send({ vitals: { LCP: 1200, CLS: 0.02 }, errors: [error] })).toBe(204);
  expect(await send({})).toBe(204);
  expect((await metrics.browserErrors.get()).values).toEqual([
    { labels: { part: 'payroll', version: 'unknown' }, value: 1 },
  ]);
  const sums = (await metrics.webVitals.get()).values.filter(({ metricName }) =>
    metricName?.endsWith('_sum'),
  );
  expect(sums).toMatchObject([{ labels: { vital: 'LCP' }, value: 1.2 }]);
  expect(app.logLines()).toContainEqual(
    expect.objectContaining({ msg: 'error in a browser', error: 'TypeError', place: error.place }),
  );
});

test('texts, addresses and other parts are refused; a flood is limited', async () => {
  for (const errors of [
    [{ ...error, message: 'ann@example.com is not a function' }],
    [{ ...error, place: 'https://partners.example.com/update-password?token=x' }],
    [{ ...error, part: 'elsewhere' }],
    Array(6).fill(error),
  ])
    expect(await send({ errors })).toBe(400);
  expect([await send({}), await send({})]).toEqual([204, 429]);
});
