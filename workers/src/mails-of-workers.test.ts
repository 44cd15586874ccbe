import { randomBytes } from 'node:crypto';
import {
  configureDomain,
  connectDatabase,
  disconnectDatabase,
  executePayroll,
  MailModel,
  type MailState,
  SYSTEM_ACTOR,
  storeMail,
} from '@partnerdesk/domain';
import { DEVELOPMENT_PROOF_KEYS } from '@partnerdesk/node';
import { createQueue, type Queue } from '@partnerdesk/queues';
import {
  endProcess,
  ingest,
  joined,
  makeAffiliate,
  type SmtpSink,
  sale,
  startSmtpSink,
  WorkerProcesses,
} from '@partnerdesk/testing';
import { testDatabaseUrl, testRedis, waitFor } from '@partnerdesk/testing/services';

const PEOPLE = 15;
const FIELD_KEYS = `test:${randomBytes(32).toString('base64')}`;
const workers = new WorkerProcesses();
let sink: SmtpSink;
let queue: Queue;
let env: Parameters<WorkerProcesses['start']>[0];

beforeAll(async () => {
  const mongoUrl = testDatabaseUrl('mailsofworkers');
  const key = Buffer.from(FIELD_KEYS.split(':')[1] as string, 'base64');
  configureDomain({
    fieldKeys: [{ id: 'test', key }],
    proofKeys: DEVELOPMENT_PROOF_KEYS,
    timeZone: 'America/New_York',
  });
  await connectDatabase(mongoUrl);
  sink = await startSmtpSink();
  const { url } = await testRedis();
  queue = createQueue('mail', { redisUrl: url });
  env = { MONGO_URL: mongoUrl, REDIS_URL: url, FIELD_KEYS, SMTP_URL: sink.url };
});
afterEach(() => workers.endAll());
afterAll(async () => {
  await queue.close();
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

/** Who got a payment mail, in the order in which the mail server took them. */
const recipients = () => sink.received.map((mail) => /^To: (.+)\r$/m.exec(mail)?.[1] ?? '');
const twice = () => recipients().filter((email, index, all) => all.indexOf(email) < index);
const emailsIn = async (...states: MailState[]) =>
  (await MailModel.find({ kind: 'payment-executed', state: { $in: states } }, { to: 1 }).lean()).map(
    ({ to }) => to,
  );

test('what a killed worker had on the way when it died is never sent by the next ones, all the rest is, once', async () => {
  sink.mode = 'hang';
  const emails = await payMany();
  const first = await workers.start(env);
  const allQueued = async () => {
    const { active, waiting } = await queue.getJobCounts();
    return active + waiting === emails.length;
  };
  await waitFor(allQueued, { what: 'a job for each mail', timeoutMs: 40_000 });
  // The mail server has a whole mail and has not said so: nobody can know what the worker heard.
  await waitFor(() => sink.received.length > 0, { what: 'a first mail', timeoutMs: 10_000 });
  await endProcess(first, 'SIGKILL');
  const onTheWay = recipients();
  sink.mode = 'accept';
  await Promise.all([workers.start(env), workers.start(env)]);
  const isOver = async () =>
    twice().length > 0 || (await emailsIn('sent', 'unsure')).length === emails.length;
  await waitFor(isOver, { what: 'all mails to be settled', timeoutMs: 60_000 });
  expect(twice()).toEqual([]);
  expect((await emailsIn('unsure')).sort()).toEqual(onTheWay.sort());
  expect(recipients().sort()).toEqual(emails.sort());
});

test('two workers that are given a sent mail again at once, by jobs of their own, send it no more', async () => {
  const mailID = 'payment-executed.sent-before';
  const about = { kind: 'affiliate', id: 1, notice: 'payment-executed' } as const;
  await storeMail(
    { kind: 'payment-executed', to: 'sent@example.com', subject: 'Paid', text: 'x', about },
    mailID,
  );
  await Promise.all([workers.start(env), workers.start(env)]);
  const send = (jobId: string) => queue.add('send-mail', { mailID }, { jobId, attempts: 1 });
  expect(await (await send('first')).finished()).toBe('sent');
  const again = await Promise.all(Array.from({ length: 8 }, (_, index) => send(`again-${index}`)));
  const results = await Promise.all(
    again.map((job) => job.finished().catch(({ message }: Error) => message)),
  );
  expect(recipients().filter((email) => email === 'sent@example.com')).toHaveLength(1);
  expect(new Set(results)).toEqual(new Set(['already']));
});
