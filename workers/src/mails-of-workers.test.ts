import { randomBytes } from 'node:crypto';
import {
  configureDomain,
  connectDatabase,
  disconnectDatabase,
  executePayroll,
  MailModel,
  SYSTEM_ACTOR,
} from '@partnerdesk/domain';
import { ingest, joined, makeAffiliate, sale } from '@partnerdesk/testing';
import { testDatabaseUrl, testRedis, waitFor } from '@partnerdesk/testing/services';
import { type SmtpSink, startSmtpSink } from './testing/smtp-sink';
import { endProcess, WorkerProcesses } from './testing/worker-processes';

const PEOPLE = 40;
const FIELD_KEYS = `test:${randomBytes(32).toString('base64')}`;
const workers = new WorkerProcesses();
let sink: SmtpSink;
let env: Parameters<WorkerProcesses['start']>[0];

beforeAll(async () => {
  const mongoUrl = testDatabaseUrl('mailsofworkers');
  const key = Buffer.from(FIELD_KEYS.split(':')[1] as string, 'base64');
  configureDomain({ fieldKeys: [{ id: 'test', key }], timeZone: 'America/New_York' });
  await connectDatabase(mongoUrl);
  sink = await startSmtpSink();
  env = { MONGO_URL: mongoUrl, REDIS_URL: (await testRedis()).url, FIELD_KEYS, SMTP_URL: sink.url };
});
afterEach(() => workers.endAll());
afterAll(async () => {
  await sink.close();
  await disconnectDatabase();
});

/** Affiliates with a payment each. @returns their emails */
async function payMany(): Promise<string[]> {
  const affiliates = [];
  for (let count = 0; count < PEOPLE; count += 1) affiliates.push(await makeAffiliate({ commission: 20 }));
  const at = '2026-03-02T17:00:00Z';
  await ingest(
    ...affiliates.flatMap(({ affID, trackID }) => [
      joined(affID, trackID, at),
      sale(`s${affID}`, affID, 1000, at),
    ]),
  );
  const items = affiliates.map(({ affID }) => ({ personID: affID }));
  await executePayroll({ payrollType: 1, endDate: '2026-03-10', items, by: SYSTEM_ACTOR });
  return affiliates.map(({ emailAddress }) => emailAddress);
}

const recipients = () => sink.received.map((mail) => /^To: (.+)\r$/m.exec(mail)?.[1]);
const sent = () => MailModel.countDocuments({ kind: 'payment-executed', state: 'sent' });

test('two workers, one of them killed while mails go out: each payment is mailed once', async () => {
  const emails = await payMany();
  const [first] = await Promise.all([workers.start(env), workers.start(env)]);
  await waitFor(() => sink.received.length >= 3, { what: 'the first mails', timeoutMs: 40_000 });
  await endProcess(first, 'SIGKILL');
  // What the killed one had on the way is found by its lease, or stays for the office: its mail server may have it.
  const settled = async () =>
    (await MailModel.countDocuments({ kind: 'payment-executed', state: { $in: ['sent', 'unsure'] } })) ===
    PEOPLE;
  await waitFor(settled, { what: 'all mails to be settled', timeoutMs: 60_000 });
  const got = recipients();
  expect(new Set(got).size).toBe(got.length);
  expect(emails).toEqual(expect.arrayContaining(got));
  expect(got.length).toBeGreaterThanOrEqual(await sent());
  // One mail at most was between the two ends.
  expect(PEOPLE - (await sent())).toBeLessThanOrEqual(1);
}, 120_000);
