import { connectDatabase, disconnectDatabase, EventModel } from '@partnerdesk/domain';
import { signCall } from '@partnerdesk/node';
import { joined, TestReplicaSet, waitFor } from '@partnerdesk/testing';
import { signedInAdministrator } from '../testing/people';
import { startTestApp, type TestApp } from '../testing/test-app';
import type { TestClient } from '../testing/test-client';

let set: TestReplicaSet;
let app: TestApp;
let client: TestClient;

beforeAll(async () => {
  set = await TestReplicaSet.start();
  app = await startTestApp({ env: { CALL_DEADLINE_MS: '1500' } });
  await disconnectDatabase();
  await connectDatabase(set.url, { callMs: app.env.callDeadlineMs });
  ({ client } = await signedInAdministrator(app));
});
afterAll(async () => {
  await app.close();
  await set.close();
});

const search = () => client.get('/api/get-affiliate-info?SearchName=ann');

/** As the service calls. */
function sendEvent() {
  const body = JSON.stringify([joined(1)]);
  const signed = signCall(
    app.env.eventsSecret,
    { method: 'POST', address: '/api/events', timestamp: String(Date.now()) },
    Buffer.from(body),
  );
  return client.send('POST', '/api/events', {
    body,
    headers: { 'content-type': 'application/json', ...signed },
  });
}

test('without a primary calls are answered 503 and when to try again, before there is one; then all goes on', async () => {
  const end = set.elect();
  try {
    for (const call of [search, sendEvent]) {
      const { status, headers } = await call();
      expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    }
    expect(set.withoutPrimary).toBeGreaterThan(0);
  } finally {
    end();
  }
  await waitFor(async () => (await search()).status === 200, { what: 'the search', timeoutMs: 20_000 });
  const sent = await waitFor(async () => [await sendEvent()].find(({ status }) => status === 200), {
    what: 'the event to be taken in',
  });
  expect(sent.body).toMatchObject({ refused: [] });
  expect(await EventModel.countDocuments()).toBe(1);
});
