import type { FailedWorkRow, FailedWorkSummary } from '@partnerdesk/contracts';
import {
  AuditModel,
  EventModel,
  failedMails,
  ingestEvents,
  MailModel,
  markFailed,
  parseEventLine,
  RefusedEventModel,
  refusedEvents,
  retryFailed,
  StaffModel,
  type StoredMail,
  storeMail,
} from '@partnerdesk/domain';
import { ingest, joined, makeAffiliate, refund, sale, tip } from '@partnerdesk/testing';
import { failJob } from '../../testing/failed-job';
import { signedInAdministrator } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';
import type { TestClient } from '../../testing/test-client';

const AT = '2026-01-05T12:00:00Z';

let app: TestApp;
let client: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  ({ client } = await signedInAdministrator(app));
});
afterAll(() => app.close());
beforeEach(async () => {
  await Promise.all([MailModel.deleteMany({}), RefusedEventModel.deleteMany({}), AuditModel.deleteMany({})]);
});

const rowsOf = async (kind: string): Promise<FailedWorkRow[]> =>
  (await client.get(`/api/failed-work/${kind}`)).body.rows;
const retry = async (kind: string, body: object = {}) =>
  (await client.post(`/api/failed-work/${kind}`, body)).body;
const summaryOf = async (kind: string) =>
  (await client.get('/api/failed-work')).body.find((each: FailedWorkSummary) => each.kind === kind);
const audited = () => AuditModel.find({ action: 'failed-work.retried' }).lean();

const failedMail = async () => {
  const mailID = await storeMail({ kind: 'contact', to: 'a@example.com', subject: 's', text: 't' });
  await markFailed(mailID);
  return mailID;
};

test('a failed job: its inner reason is not shown, and it is tried again once', async () => {
  const id = 'process-photo.1';
  await failJob(app, 'pictures', 'process-photo', id);
  const reason = 'Error occured. Please try again later';
  expect(await rowsOf('picture-jobs')).toMatchObject([{ id, what: 'process-photo', attempts: 1, reason }]);
  expect(await summaryOf('picture-jobs')).toMatchObject({
    count: 1,
    more: false,
    reasons: [{ reason, count: 1 }],
  });
  expect(await retry('picture-jobs', { id })).toEqual({ retried: 1, left: 0 });
  expect(await retry('picture-jobs', { id })).toEqual({ retried: 0, left: 1 });
  expect(await rowsOf('picture-jobs')).toEqual([]);
  // Each time that it was asked for.
  expect((await audited()).map(({ subject }) => subject?.id)).toEqual(Array(2).fill(`picture-jobs ${id}`));
});

test('all mails are tried again but those that may have arrived, which are sent again by themselves', async () => {
  const failed = [await failedMail(), await failedMail()];
  const unsure = await failedMail();
  await MailModel.updateOne({ _id: unsure }, { $set: { state: 'unsure' } });
  expect((await rowsOf('mails')).map((row) => row.retry).sort()).toEqual(['alone', 'with-all', 'with-all']);
  const [one, other] = await Promise.all([retry('mails'), retry('mails')]);
  expect(one.retried + other.retried).toBe(2);
  expect(await MailModel.countDocuments({ _id: { $in: failed }, state: 'waiting', attempts: 0 })).toBe(2);
  expect(await retry('mails', { id: unsure })).toEqual({ retried: 1, left: 0 });
  expect(await summaryOf('mails')).toMatchObject({ count: 0, oldestAt: null, reasons: [] });
});

test('a mail that may have arrived since it was listed is not among all', async () => {
  const [first, second] = [await failedMail(), await failedMail()];
  await MailModel.updateOne({ _id: second }, { $set: { state: 'unsure' } });
  // As it was listed before.
  const source = { ...failedMails, next: async () => [first, second] };
  expect(await retryFailed(source)).toEqual({ retried: 1, left: 1 });
  expect(await MailModel.countDocuments({ _id: second, state: 'unsure' })).toBe(1);
});

test('all are all, however many pages they fill', async () => {
  const { _id, ...failed } = (await MailModel.findById(await failedMail()).lean()) as StoredMail;
  await MailModel.insertMany(
    Array.from({ length: 1100 }, (_, index) => ({ ...failed, _id: `many-${index}` })),
  );
  // However many there are, they are found in one read: pages of 50,000 took as long as the request may.
  const list = jest.spyOn(failedMails, 'list');
  expect(await retry('mails')).toEqual({ retried: 1101, left: 0 });
  expect(list).not.toHaveBeenCalled();
  list.mockRestore();
  expect(await rowsOf('mails')).toEqual([]);
});

test('an event that has waited for more than a day is released once what it waits for is there', async () => {
  await ingest(joined(901), tip('old-1', 901, 931, 500, AT), tip('young-1', 901, 932, 500, AT));
  await EventModel.updateOne({ _id: 'old-1' }, { $set: { waitingSince: new Date(0) } });
  expect(await rowsOf('waiting-events')).toMatchObject([
    { id: 'old-1', what: 'tip', reason: 'Waits for staff 931' },
  ]);
  expect(await retry('waiting-events')).toEqual({ retried: 0, left: 1 });
  await StaffModel.collection.insertOne({ staffID: 931, commission: 50 } as never);
  expect(await retry('waiting-events', { id: 'old-1' })).toEqual({ retried: 1, left: 0 });
  expect(await EventModel.countDocuments({ _id: 'old-1', state: 'applied' })).toBe(1);
  expect(await rowsOf('waiting-events')).toEqual([]);
});

test('a refused event is shown with its line, counted once, and taken in when it can be', async () => {
  const lines = [joined(911), { ...sale('r-1', 911, 500, AT), type: 'gift' }];
  await ingest(...lines);
  await ingest(...lines);
  const [row, ...more] = await rowsOf('refused-events');
  expect(row).toMatchObject({
    line: 2,
    what: 'r-1',
    reason: 'unknown type "gift"',
    attempts: 2,
    retry: 'with-all',
  });
  expect([JSON.parse(row?.content ?? ''), more]).toEqual([lines[1], []]);
  expect(await retry('refused-events')).toEqual({ retried: 0, left: 1 });
  expect(await rowsOf('refused-events')).toMatchObject([{ line: 2 }]);
  // As when the product has learned a type with an update.
  await RefusedEventModel.updateOne({}, { $set: { content: JSON.stringify(sale('r-1', 911, 500, AT)) } });
  const both = await Promise.all([retry('refused-events'), retry('refused-events')]);
  expect(both[0].retried + both[1].retried).toBeGreaterThan(0);
  expect(await rowsOf('refused-events')).toEqual([]);
  expect(await EventModel.countDocuments({ _id: 'r-1', state: 'applied' })).toBe(1);
});

test('what may be tried again with all is found behind whatever may not', async () => {
  await ingest({ ...sale('behind-1', 911, 500, AT), type: 'gift' });
  const content = JSON.stringify(joined(931));
  await RefusedEventModel.updateOne({}, { $set: { content, refusedAt: new Date(Date.now() - 60_000) } });
  const never = Array.from({ length: 500 }, (_, index) => ({
    _id: `event:never-${index}`,
    ...{ eventID: `never-${index}`, reason: 'more than is left', refusedAt: new Date(), times: 1 },
  }));
  await RefusedEventModel.insertMany(never);
  expect(await retry('refused-events')).toEqual({ retried: 1, left: 0 });
});

test('what is refused again keeps nothing else from being tried with all', async () => {
  await ingest({ ...sale('turn-1', 911, 500, AT), type: 'gift' });
  const content = JSON.stringify(joined(941));
  await RefusedEventModel.updateOne({}, { $set: { content, refusedAt: new Date(Date.now() - 60_000) } });
  const lines = Array.from({ length: 500 }, (_, index) => parseEventLine(`broken ${index}`, index + 1));
  await ingestEvents(lines);
  // A call that has no time for more than its first step.
  expect(await retryFailed(refusedEvents, undefined, 0)).toEqual({ retried: 0, left: 501 });
  expect(await retryFailed(refusedEvents, undefined, 0)).toEqual({ retried: 1, left: 500 });
  expect(await retry('refused-events')).toEqual({ retried: 0, left: 500 });
});

test('a kind is exported as a table, which the audit log says', async () => {
  await ingest({ ...sale('=x', 911, 500, AT), type: 'gift' }, { ...sale('x2', 911, 500, AT), type: 'gift' });
  const { text, headers } = await client.get('/api/export-failed-work/refused-events');
  expect(headers.get('content-disposition')).toMatch(/filename="refused-events-\d{4}-\d\d-\d\d\.csv"/);
  const [header, ...lines] = text.trim().split('\r\n');
  expect(header).toMatch(/^\ufeff?ID,What,Why,When \(UTC\),Attempts,Line,Content$/);
  expect(lines.map((line: string) => line.split(',')[1]).sort()).toEqual(["'=x", 'x2']);
  expect(await AuditModel.findOne({ action: 'failed-work.exported' }).lean()).toMatchObject({
    subject: { id: 'refused-events' },
  });
});

test('an event that waited and was then refused is shown, and refused for good', async () => {
  const affiliate = await makeAffiliate();
  await ingest(refund('back-1', 'sold-1', 900, AT));
  await ingest(joined(921, affiliate.trackID), sale('sold-1', 921, 500, AT));
  const [row] = await rowsOf('refused-events');
  expect(row).toMatchObject({ what: 'back-1', retry: 'never', reason: expect.stringContaining('(500)') });
  expect(JSON.parse(row?.content ?? '')).toMatchObject({ saleEventID: 'sold-1' });
  expect(await retry('refused-events', { id: row?.id })).toEqual({ retried: 0, left: 1 });
});

test.each([
  [['moderation'], ['picture-jobs']],
  [['accounts'], ['mails']],
  [['payroll'], ['payroll-jobs', 'waiting-events', 'refused-events']],
  [['statistics'], []],
] as const)('permissions %j see %j', async (permissions, kinds) => {
  const { client: clerk } = await signedInAdministrator(app, [...permissions]);
  const seen = (await clerk.get('/api/failed-work')).body.map(({ kind }: FailedWorkSummary) => kind);
  expect(seen).toEqual(kinds);
});

test.each([{ id: 7 }, { id: 'x'.repeat(201) }, { ids: [] }])('%j is refused', async (body) => {
  expect((await client.post('/api/failed-work/mails', body)).status).toBe(400);
});
