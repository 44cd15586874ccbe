import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  configureDomain,
  connectDatabase,
  disconnectDatabase,
  openStorage,
  PictureModel,
  receivePicture,
  type Storage,
} from '@partnerdesk/domain';
import { createLogger, DEVELOPMENT_PROOF_KEYS } from '@partnerdesk/node';
import { enqueue, jobIdOf } from '@partnerdesk/queues';
import { testDatabaseUrl, testRedis, waitFor } from '@partnerdesk/testing/services';
import { type RunningQueues, runQueues } from '../run-queues';
import { enqueueLostPictures } from '../sweeps/make-jobs';
import { processPhotoJob } from './process-photo.job';

let folder: string;
let storage: Storage;
let running: RunningQueues;

beforeAll(async () => {
  configureDomain({
    fieldKeys: [{ id: 'test', key: randomBytes(32) }],
    proofKeys: DEVELOPMENT_PROOF_KEYS,
    timeZone: 'America/New_York',
  });
  await connectDatabase(testDatabaseUrl('process-photo'));
  folder = await mkdtemp(join(tmpdir(), 'worker-pictures-'));
  storage = openStorage({ dataDir: folder });
  const { url, prefix } = await testRedis();
  running = await runQueues({
    redisUrl: url,
    prefix,
    logger: createLogger('worker', { level: 'silent' }),
    storage,
  });
});
afterAll(async () => {
  await running.close();
  await disconnectDatabase();
  await rm(folder, { recursive: true });
});

/** The smallest that is taken: a PNG of 16 × 16 black pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAMAAAAoLQ9TAAAAA1BMVEUAAACnej3aAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADklEQVQYlWNgGAUMSAAAARAAAVGhZwQAAAAASUVORK5CYII=',
  'base64',
);

let members = 0;
async function receive(): Promise<number> {
  members += 1;
  return (await receivePicture(storage, { type: 4, memberID: members }, PNG)).photoID;
}
const stageOf = async (photoID: number) => (await PictureModel.findOne({ photoID }).lean())?.stage;
const ready = (photoID: number) =>
  waitFor(async () => (await stageOf(photoID)) === 'ready', { what: `picture ${photoID} to be ready` });

test('a received picture becomes ready, with its thumbnail', async () => {
  const photoID = await receive();
  await enqueue(running.queues.pictures, 'process-photo', { photoID });
  await ready(photoID);
  const photo = (await PictureModel.findOne({ photoID }).lean())?.photo;
  expect((await storage.get(`thumbs/members/${photo}`))?.length).toBeGreaterThan(0);
});

test('one whose job got lost is found and made ready', async () => {
  const photoID = await receive();
  expect(await enqueueLostPictures(running.queues.pictures)).toBe(0);
  expect(await enqueueLostPictures(running.queues.pictures, Date.now() + 60_000)).toBe(1);
  await ready(photoID);
});

test('one whose job has failed is left to the office', async () => {
  const { pictures } = running.queues;
  const photoID = await receive();
  const { photo } = await PictureModel.findOne({ photoID }).orFail().lean();
  await storage.remove(`images/members/${photo}`);
  const jobId = jobIdOf('process-photo', { photoID });
  const job = await pictures.add('process-photo', { photoID }, { jobId, attempts: 1 });
  await waitFor(() => job.isFailed(), { what: 'the job to fail' });
  expect(await enqueueLostPictures(pictures, Date.now() + 60_000)).toBe(0);
  expect(await job.isFailed()).toBe(true);
});

test('twice is once, and one that is gone is no failure', async () => {
  const photoID = await receive();
  expect(await processPhotoJob({ photoID }, { storage })).toBe('done');
  expect(await processPhotoJob({ photoID }, { storage })).toBe('done');
  expect(await processPhotoJob({ photoID: 999_999 }, { storage })).toBe('gone');
});
