/* One queue of pictures, with its decisions, claims and streams: the tests share one application and its moderators. */

import { type ImageType, LOOK_MS } from '@partnerdesk/contracts';
import { openStorage, type Picture, PictureModel, pictureKey, thumbnailKey } from '@partnerdesk/domain';
import { look, readLooks } from '@partnerdesk/queues';
import { addPicture } from '@partnerdesk/testing';
import { openStream } from '../../testing/open-stream';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';
import type { TestClient } from '../../testing/test-client';

let app: TestApp;
let client: TestClient;
let other: TestClient;
let ownEmail: string;
let otherEmail: string;
beforeAll(async () => {
  app = await startTestApp();
  ({ client, emailAddress: ownEmail } = await signedInAdministrator(app, ['moderation']));
  ({ client: other, emailAddress: otherEmail } = await signedInAdministrator(app, ['moderation']));
});
afterAll(() => app.close());
beforeEach(() => PictureModel.deleteMany({}));

const decide = (body: object, by = client) => by.post('/api/update-image-status', body);

describe('GET /images-for-review', () => {
  test('of one person only, when asked so', async () => {
    const { photoID, staffID } = await addPicture();
    const { photoID: memberPhoto, memberID } = await addPicture({ type: 4 });
    await addPicture();
    await addPicture({ type: 4 });
    const ids = async (query: string) =>
      ((await client.get(`/api/images-for-review?${query}`)).body as Picture[]).map((each) => each.photoID);
    expect(await ids(`type=3&staffID=${staffID}`)).toEqual([photoID]);
    expect(await ids(`type=4&memberID=${memberID}`)).toEqual([memberPhoto]);
    const { status, body } = await client.get('/api/images-for-review?type=3&staffID=x');
    expect([status, Object.keys((body as { error: { fields: object } }).error.fields)]).toEqual([
      400,
      ['staffID'],
    ]);
  });

  test('answers the fields of the screen; Hidden and other types are not there', async () => {
    const picture = await addPicture();
    await addPicture({ status: 3 });
    await addPicture({ type: 4 });
    const { status, body, headers } = await client.get('/api/images-for-review?type=3');
    const { photoID, staffID, profileID, photo } = picture;
    expect([status, body]).toEqual([
      200,
      [
        {
          staffID,
          profileID,
          photoID,
          photo,
          status: 0,
          type: 3,
          memberID: 0,
          review: 0,
          width: 320,
          height: 400,
          dateCreated: expect.any(String),
        },
      ],
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('pages, filters and orders', async () => {
    const added: number[] = [];
    for (const status of [0, 1, 2, 0]) added.push((await addPicture({ status })).photoID);
    const [first, second] = added;
    /** The pictures by their places among those added. */
    const places = async (query: string) =>
      (await client.get(`/api/images-for-review?type=3&${query}`)).body.map(({ photoID }: Picture) =>
        added.indexOf(photoID),
      );
    expect(await places('')).toEqual([0, 1, 2, 3]);
    expect(await places('status=0&order=newest')).toEqual([3, 0]);
    expect(await places(`limit=2&after=${first}`)).toEqual([1, 2]);
    expect(await places(`order=newest&from=${second}`)).toEqual([1, 0]);
  });

  test.each([
    '',
    'type=0',
    'type=5',
    'type=3&status=3',
    'type=3&order=best',
    'type=3&limit=201',
    'type=3&after=1&from=1',
    'type=3&secret=1',
    'type[$gt]=0',
  ])('400 for ?%s', async (query) => {
    expect((await client.get(`/api/images-for-review?${query}`)).status).toBe(400);
  });
});

describe('POST /update-image-status', () => {
  test.each([
    [1, 'staffID'],
    [2, 'profileID'],
    [3, 'photoID'],
    [4, 'photoID'],
  ] as const)('type %i is named by its %s', async (type, name) => {
    const picture = await addPicture({ type });
    const answer = await decide({ identifier: picture[name], type, status: 1, staffID: picture.staffID });
    expect([answer.status, answer.body]).toEqual([
      200,
      { kind: 'image', id: picture.photoID, status: 1, review: 1 },
    ]);
    expect((await PictureModel.findOne({ photoID: picture.photoID }).lean())?.status).toBe(1);
  });

  test('409 says what somebody else has decided meanwhile', async () => {
    const { photoID, review } = await addPicture();
    await decide({ identifier: photoID, type: 3, status: 2, staffID: 0 }, other);
    const answer = await decide({ identifier: photoID, type: 3, status: 1, staffID: 0, review });
    expect(answer.status).toBe(409);
    expect(answer.body.error).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^Already rejected by admin-\d+@example.com, \w/),
      details: { status: 2, review: 1 },
    });
  });

  test('409 for what a newer picture has replaced', async () => {
    const old = await addPicture({ type: 1, staffID: 5, stage: 'replaced', listed: false });
    await addPicture({ type: 1, staffID: 5 });
    const answer = await decide({ identifier: 5, type: 1, status: 1, staffID: 5, photoID: old.photoID });
    expect(answer.status).toBe(409);
  });

  test.each([
    [400, { type: 3, status: 1 }],
    [400, { identifier: 1, type: 9, status: 1 }],
    [400, { identifier: 1, type: 3, status: 0 }],
    [400, { identifier: 1, type: 3, status: 4 }],
    [400, { identifier: { $gt: 0 }, type: 3, status: 1 }],
    [400, { identifier: 1, type: 3, status: 1, note: 'x'.repeat(501) }],
    [404, { identifier: 999_999, type: 3, status: 1 }],
  ])('%i for %j', async (status, body) => {
    expect((await decide(body)).status).toBe(status);
  });

  test('400 for hiding what is no gallery picture', async () => {
    const { photoID } = await addPicture({ type: 4 });
    expect((await decide({ identifier: photoID, type: 4, status: 3 })).status).toBe(400);
  });
});

test('a bulk decision answers each result', async () => {
  const [first, second] = [await addPicture(), await addPicture({ status: 2 })];
  const items = [{ photoID: first.photoID, review: 0 }, { photoID: second.photoID }, { photoID: 999_999 }];
  const { body } = await client.post('/api/update-image-statuses', {
    type: 3,
    status: 2,
    items,
    reason: 'Not readable',
  });
  expect(body).toEqual([
    { ok: true, kind: 'image', id: first.photoID, status: 2, review: 1 },
    { ok: false, id: second.photoID, code: 'conflict', message: expect.any(String) },
    { ok: false, id: 999_999, code: 'not_found', message: expect.any(String) },
  ]);
  const twice = [{ photoID: 1 }, { photoID: 1 }];
  for (const wrong of [[], twice, Array.from({ length: 201 }, (_, index) => ({ photoID: index + 1 }))]) {
    const answer = await client.post('/api/update-image-statuses', { type: 3, status: 2, items: wrong });
    expect(answer.status).toBe(400);
  }
});

describe('claims and undo', () => {
  test('two moderators: who opens first decides; given back, the other may', async () => {
    const { photoID } = await addPicture();
    const item = { kind: 'image', id: photoID };
    expect((await client.post('/api/claim-item', item)).body).toMatchObject({
      claim: { mine: true },
      image: { photoID },
    });
    expect((await other.post('/api/claim-item', item)).body.claim).toMatchObject({ mine: false });
    expect((await other.get('/api/images-for-review?type=3')).body[0].claim).toMatchObject({ mine: false });
    const body = { identifier: photoID, type: 3, status: 1, staffID: 0 };
    const refused = await decide(body, other);
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringMatching(/^admin-\d+@example.com has this item open$/),
    ]);
    await client.post('/api/release-item', item);
    expect((await decide(body, other)).status).toBe(200);
  });

  test('undo brings it back and names it; others have nothing to undo', async () => {
    const { photoID } = await addPicture();
    await decide({ identifier: photoID, type: 3, status: 3, staffID: 0 });
    expect((await client.get('/api/moderation-decisions')).body).toMatchObject([
      { kind: 'image', id: photoID, type: 3, from: 0, to: 3 },
    ]);
    expect((await other.get('/api/moderation-decisions')).body).toEqual([]);
    expect((await other.post('/api/undo-decision')).status).toBe(404);
    expect((await client.post('/api/undo-decision')).body).toMatchObject({ id: photoID, status: 0 });
    expect((await client.get('/api/images-for-review?type=3')).body).toHaveLength(1);
  });

  test('undo after a bulk decision undoes all of it', async () => {
    const items = [await addPicture(), await addPicture()].map(({ photoID }) => ({ photoID }));
    await client.post('/api/update-image-statuses', { type: 3, status: 2, items });
    const { id, status, others } = (await client.post('/api/undo-decision')).body;
    expect([id, ...others.map((each: { id: number }) => each.id)].sort()).toEqual(
      items.map(({ photoID }) => photoID).sort(),
    );
    expect([status, ...others]).toMatchObject([0, { ok: true, kind: 'image', status: 0 }]);
    expect((await client.post('/api/undo-decision')).status).toBe(404);
  });

  test.each([{}, { kind: 'member', id: 1 }, { kind: 'image', id: 0 }, { kind: 'image', id: '1; drop' }])(
    '400 for opening %j',
    async (body) => {
      expect((await client.post('/api/claim-item', body)).status).toBe(400);
    },
  );
});

describe('files', () => {
  const BYTES = Buffer.from([0xff, 0xd8, 0xff, 1, 2, 3]);

  async function addFile(type: ImageType): Promise<{ file: string; thumb: string }> {
    const { photo } = await addPicture({ type });
    const folder = type === 4 ? 'members' : 'operators';
    const storage = openStorage(app.env);
    await storage.put(pictureKey(folder, photo), BYTES);
    await storage.put(thumbnailKey(folder, photo), BYTES);
    const { assetsUri, imagesRootFolder } = (await app.client().get('/api/configuration')).body;
    const root = `${assetsUri}/${imagesRootFolder}/${folder}`;
    return { file: `${root}/${photo}`, thumb: `${root}/thumbs/${photo}` };
  }

  test.each([1, 4] as const)('type %i: served to a moderator, kept by nobody', async (type) => {
    const { file, thumb } = await addFile(type);
    for (const path of [file, thumb]) {
      const { status, headers } = await client.get(path);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('image/jpeg');
      expect(headers.get('content-length')).toBe(String(BYTES.length));
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain('sandbox');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('content-disposition')).toBe('inline');
    }
  });

  test('refused to visitors (401), affiliates and clerks without the permission (403), also HEAD', async () => {
    const { file, thumb } = await addFile(1);
    const { client: affiliate } = await signedInAffiliate(app);
    const { client: clerk } = await signedInAdministrator(app, ['payroll', 'statistics', 'accounts']);
    for (const path of [file, thumb]) {
      for (const method of ['GET', 'HEAD']) {
        expect((await app.client().send(method, path)).status).toBe(401);
        expect((await affiliate.send(method, path)).status).toBe(403);
        expect((await clerk.send(method, path)).status).toBe(403);
      }
    }
  });

  test('404 without a trace for names that are none', async () => {
    const { file } = await addFile(1);
    const name = file.split('/').at(-1) ?? '';
    for (const path of [
      `/api/assets/images/members/${name}`,
      `/api/assets/images/others/${name}`,
      `/api/assets/images/constructor/${name}`,
      `/api/assets/images/operators/${name.slice(1)}`,
      `/api/assets/images/operators/${name}.png`,
      '/api/assets/images/operators/..%2f..%2fkeys.json',
      '/api/assets/images/operators/%2e%2e',
      '/api/assets/images/operators/%00',
      `/pictures/images/operators/${name}`,
      `/assets/images/operators/${name}`,
    ]) {
      const { status, text } = await client.get(path);
      expect([path, [400, 404].includes(status)]).toEqual([path, true]);
      expect(text).not.toContain('ENOENT');
    }
  });

  test('a permission that is taken away counts at once', async () => {
    const { file } = await addFile(1);
    const { client: moderator, adminID } = await signedInAdministrator(app, ['moderation']);
    expect((await moderator.get(file)).status).toBe(200);
    const { AdministratorModel } = await import('@partnerdesk/domain');
    await AdministratorModel.updateOne({ adminID }, { $set: { permissions: ['payroll'] } });
    expect((await moderator.get(file)).status).toBe(403);
  });
});

describe('the stream of changes', () => {
  let stream: Awaited<ReturnType<typeof openStream>>;
  beforeEach(async () => {
    stream = await openStream(app, client, '/api/moderation-changes');
    expect(await reads([])).toBe(true);
  });
  afterEach(() => stream.close());
  afterEach(() => app.redis.del(`${app.prefix}:looks`));

  const reads = (looks: object[]) =>
    stream.readUntil(`event: looking\ndata: ${JSON.stringify({ looks })}\n\n`);

  test('shows who else has an item open until they leave it, and nobody what they have open themselves', async () => {
    const { photoID } = await addPicture();
    const item = { kind: 'image', id: photoID };
    await client.post('/api/claim-item', item);
    await other.post('/api/claim-item', item);
    expect(await reads([{ ...item, by: otherEmail }])).toBe(true);
    await other.post('/api/release-item', item);
    // At once, not when the look would have ended.
    expect((await readLooks(app.redis, app.prefix)).looks).not.toContainEqual(
      expect.objectContaining({ by: otherEmail }),
    );
    expect(await reads([])).toBe(true);
    await other.post('/api/look-at-item', item);
    expect(await reads([{ ...item, by: otherEmail }])).toBe(true);
    expect(stream.text()).not.toContain(ownEmail);
  });

  test('nobody speaks for somebody else: the session says who it is, and a name is refused', async () => {
    const item = { kind: 'profile', id: 5 };
    const { client: third, emailAddress } = await signedInAdministrator(app, ['moderation']);
    await third.post('/api/look-at-item', item);
    expect(await reads([{ ...item, by: emailAddress }])).toBe(true);
    const names = { ...item, by: emailAddress };
    expect((await other.post('/api/look-at-item', names)).status).toBe(400);
    expect((await other.post('/api/release-item', item)).status).toBe(200);
    await other.post('/api/look-at-item', item);
    const both = [emailAddress, otherEmail].map((by) => ({ ...item, by }));
    expect(await reads(both)).toBe(true);
  });

  test('shows nobody any more once a browser stays away', async () => {
    const seen = { kind: 'staff', id: 7 } as const;
    const moderator = { id: 999, emailAddress: 'gone@example.com' };
    await look(app.redis, { ...seen, moderator }, app.prefix, Date.now() - LOOK_MS + 500);
    expect(await reads([{ ...seen, by: 'gone@example.com' }])).toBe(true);
    expect(await reads([])).toBe(true);
  });

  test('a decision and its undo move the queues, and who decides no longer looks', async () => {
    const { photoID } = await addPicture();
    const item = { kind: 'image', id: photoID };
    await other.post('/api/claim-item', item);
    expect(await reads([{ ...item, by: otherEmail }])).toBe(true);
    await decide({ identifier: photoID, type: 3, status: 1, staffID: 0 }, other);
    // In one message or two, and in either order.
    expect(await stream.readUntil('event: changed\ndata: {}\n\n')).toBe(true);
    await other.post('/api/undo-decision');
    expect(await stream.readUntil('event: changed\ndata: {}\n\n')).toBe(true);
    expect(stream.text().split('event: looking\ndata: {"looks":[]}')).toHaveLength(3);
  });
});

test('every call is refused to visitors (401) and to those without the permission (403)', async () => {
  const { client: affiliate } = await signedInAffiliate(app);
  const { client: clerk } = await signedInAdministrator(app, ['payroll', 'statistics', 'accounts']);
  const calls: [string, string][] = [
    ['GET', '/api/images-for-review?type=3'],
    ['GET', '/api/profiles-for-review'],
    ['GET', '/api/staff-for-review'],
    ['GET', '/api/moderation-queues'],
    ['GET', '/api/moderation-progress?queue=staff'],
    ['GET', '/api/moderation-decisions'],
    ['GET', '/api/moderation-changes'],
    ['GET', '/api/rejection-reasons'],
    ['POST', '/api/update-image-status'],
    ['POST', '/api/update-image-statuses'],
    ['POST', '/api/update-profile-status'],
    ['POST', '/api/update-staff-status'],
    ['POST', '/api/claim-item'],
    ['POST', '/api/release-item'],
    ['POST', '/api/look-at-item'],
    ['POST', '/api/undo-decision'],
  ];
  for (const [method, path] of calls) {
    const send = (by: TestClient) =>
      method === 'GET' ? by.get(path) : by.post(path, { identifier: 1, type: 3, status: 1 });
    const statuses = [(await send(app.client())).status];
    for (const by of [affiliate, clerk]) statuses.push((await send(by)).status);
    expect([path, statuses]).toEqual([path, [401, 403, 403]]);
  }
});
