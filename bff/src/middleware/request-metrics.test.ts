import { metrics } from '@partnerdesk/node';
import { makeAffiliate } from '@partnerdesk/testing';
import { waitFor } from '@partnerdesk/testing/services';
import { startTestApp, type TestApp } from '../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  // Other files of the same process have counted, too.
  for (const metric of Object.values(metrics)) metric.reset();
  app = await startTestApp({ limits: { contactAddress: { max: 0, windowMs: 60_000 } } });
});
afterAll(() => app.close());

/** Requests seen so far, as `method route status`. */
async function seen(): Promise<string[]> {
  const { values } = await metrics.httpRequests.get();
  return values
    .filter(({ metricName }) => metricName?.endsWith('_count'))
    .map(({ labels }) => `${labels.method} ${labels.route} ${labels.status}`);
}

test('requests are counted by the route’s pattern: what visitors choose makes no series', async () => {
  const client = app.client();
  await client.get('/api/captcha-challenge?x=secret');
  await client.get('/partner/some-track-id?tid=7');
  await client.get('/api/no-such-call/12345');
  await client.send('PROPFIND', '/whatever');
  await waitFor(async () => (await seen()).length >= 4, { what: 'the requests to be counted' });
  expect((await seen()).sort()).toEqual([
    'GET /api/captcha-challenge 200',
    'GET /partner/:trackID 302',
    'GET none 404',
    'other none 404',
  ]);
});

test('sign-ins are counted by outcome, refusals by their limit, commands by what was asked', async () => {
  const { emailAddress } = await makeAffiliate();
  const client = app.client();
  await client.post('/api/login', { EmailAddress: emailAddress, Password: 'wrong' });
  await client.post('/api/login', { EmailAddress: 'nobody@example.com', Password: 'wrong' });
  await client.post('/api/send-contact-message', {});
  const signIns = (await metrics.signIns.get()).values.map(({ labels, value }) => [labels.outcome, value]);
  expect(signIns).toEqual([
    ['wrong', 1],
    ['unknown', 1],
  ]);
  expect((await metrics.limited.get()).values).toEqual([{ labels: { limit: 'contactAddress' }, value: 1 }]);
});
