import { createHmac, randomBytes } from 'node:crypto';
import { MAX_PHOTO_BYTES } from '@partnerdesk/contracts';
import { PictureModel } from '@partnerdesk/domain';
import { signCall } from '@partnerdesk/node';
import sharp from 'sharp';
import { signedInAdministrator } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
let picture: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  picture = await sharp(randomBytes(64), { raw: { width: 8, height: 8, channels: 1 } })
    .resize(200, 200)
    .png()
    .toBuffer();
});
afterAll(() => app.close());

interface Upload {
  query?: string;
  body?: Buffer;
  secret?: string;
  timestamp?: string;
  /** What is signed instead. */
  signedQuery?: string;
  signedBody?: Buffer;
}

function upload(options: Upload = {}) {
  const { query = 'type=4&memberID=7', body = picture, secret = app.env.eventsSecret } = options;
  const timestamp = options.timestamp ?? String(Math.floor(Date.now() / 1000));
  const address = `/api/photos?${options.signedQuery ?? query}`;
  return app.client().send('POST', `/api/photos?${query}`, {
    headers: {
      origin: 'https://service.example',
      ...signCall(secret, { method: 'POST', address, timestamp }, options.signedBody ?? body),
    },
    body,
  });
}

test('a signed picture is taken in and given to the worker; the same again is the same', async () => {
  const first = await upload();
  expect([first.status, first.body]).toEqual([201, { photoID: expect.any(Number), duplicate: false }]);
  const { photoID } = first.body;
  expect(await PictureModel.findOne({ photoID }).lean()).toMatchObject({
    type: 4,
    memberID: 7,
    stage: 'received',
    listed: false,
  });
  expect(await app.queues.pictures.getJob(`process-photo.${photoID}`)).toMatchObject({ data: { photoID } });
  const again = await upload();
  expect([again.status, again.body]).toEqual([200, { photoID, duplicate: true }]);
});

test('a call that is sent again after another took its place changes nothing', async () => {
  const timestamp = String(Date.now());
  const query = 'type=1&staffID=31';
  const other = await sharp(picture).negate().png().toBuffer();
  const first = await upload({ query, timestamp });
  const second = await upload({ query, body: other });
  // What the worker does once a newer photo id is ready.
  await PictureModel.updateOne({ photoID: first.body.photoID }, { $set: { stage: 'replaced' } });
  const again = await upload({ query, timestamp });
  expect([again.status, again.body]).toEqual([200, { photoID: first.body.photoID, duplicate: true }]);
  const pictures = await PictureModel.find({ type: 1, staffID: 31 }).sort({ photoID: 1 }).lean();
  expect(pictures.map(({ photoID }) => photoID)).toEqual([first.body.photoID, second.body.photoID]);
});

test('the older signature, over query and picture, still does for a small one', async () => {
  const query = 'type=4&memberID=8';
  const timestamp = String(Date.now());
  const hmac = createHmac('sha256', app.env.eventsSecret).update(`${timestamp}.${query}\n`).update(picture);
  const answer = await app.client().send('POST', `/api/photos?${query}`, {
    headers: { 'x-timestamp': timestamp, 'x-signature': hmac.digest('hex') },
    body: picture,
  });
  expect(answer.status).toBe(201);
});

test.each<[string, () => Upload]>([
  ['another secret', () => ({ secret: 'x'.repeat(40) })],
  ['an old timestamp', () => ({ timestamp: String(Math.floor(Date.now() / 1000) - 600) })],
  ['no timestamp', () => ({ timestamp: '' })],
  ['another body than the signed one', () => ({ signedBody: Buffer.from('other') })],
  ['another owner than the signed one', () => ({ signedQuery: 'type=4&memberID=8' })],
  [
    'another type than the signed one',
    () => ({ query: 'type=1&staffID=7', signedQuery: 'type=3&staffID=7' }),
  ],
])('%s is refused', async (_, options) => {
  const before = await PictureModel.countDocuments({});
  const answer = await upload(options());
  expect([answer.status, answer.body.error.code]).toEqual([401, 'bad_signature']);
  expect(await PictureModel.countDocuments({})).toBe(before);
});

test('a moderator’s session is no signature', async () => {
  const { client } = await signedInAdministrator(app);
  const answer = await client.send('POST', '/api/photos?type=4&memberID=7', { body: picture });
  expect(answer.status).toBe(401);
});

test.each<[number, string, string, () => Upload | Promise<Upload>]>([
  [
    415,
    'unsupported_media_type',
    'another kind',
    () => ({ body: Buffer.from('GIF89a, a picture of another kind') }),
  ],
  [415, 'unsupported_media_type', 'empty', () => ({ body: Buffer.alloc(0) })],
  [400, 'invalid_input', 'half a picture', () => ({ body: picture.subarray(0, picture.length / 2) })],
  [413, 'payload_too_large', 'too many bytes', () => ({ body: Buffer.alloc(MAX_PHOTO_BYTES + 1, 0xff) })],
  [400, 'invalid_input', 'unknown type', () => ({ query: 'type=5&memberID=7' })],
  [400, 'invalid_input', 'no owner', () => ({ query: 'type=4' })],
  [400, 'invalid_input', 'two owners', () => ({ query: 'type=4&memberID=7&staffID=1' })],
  [400, 'invalid_input', 'an owner that is no number', () => ({ query: 'type=4&memberID=seven' })],
])('%i %s: %s', async (status, code, _, make) => {
  const answer = await upload(await make());
  expect([answer.status, answer.body.error.code]).toEqual([status, code]);
});

test('a picture of just the allowed size is read in full', async () => {
  // Bytes after the end of a PNG are no part of it.
  const body = Buffer.concat([picture, Buffer.alloc(MAX_PHOTO_BYTES - picture.length)]);
  expect((await upload({ query: 'type=4&memberID=70', body })).status).toBe(201);
});
