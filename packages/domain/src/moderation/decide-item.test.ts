import { type AppError, type ImageType, mayChangeImage } from '@partnerdesk/contracts';
import { addPayees, addPicture, moderator, useTestDatabase } from '@partnerdesk/testing';
import { StaffModel } from '../accounts/account.models';
import { AuditModel } from '../platform/audit/audit';
import { decidePicture, decidePictures, findPhotoIdOrThrow } from './decide-item';
import { rebuildRatings, refreshRatings } from './rate-pictures';
import { PictureModel } from './review.models';
import { listPictures } from './review-queues';
import { undoDecision } from './undo-decision';

useTestDatabase();

const TYPES = [1, 2, 3, 4] as const;
const STATUSES = [0, 1, 2, 3] as const;

/** From → to, as docs/PRODUCT.md §2, §4 have it; everything else is forbidden. */
const ALLOWED = new Set(['0>1', '2>1', '0>2', '1>2']);
const GALLERY_ONLY = new Set(['0>3', '1>3', '2>3']);
const isAllowed = (type: ImageType, from: number, to: number) =>
  ALLOWED.has(`${from}>${to}`) || (type === 3 && GALLERY_ONLY.has(`${from}>${to}`));

test.each(TYPES)('every transition of type %i, allowed and forbidden', async (type) => {
  for (const from of STATUSES) {
    for (const to of [...STATUSES, 4, 10]) {
      const { photoID } = await addPicture({ type, status: from });
      const decision = decidePicture({ photoID, type, to }, { actor: moderator() });
      const name = `type ${type}: ${from} → ${to}`;
      if (isAllowed(type, from, to)) {
        expect({ name, ...(await decision) }).toEqual({
          name,
          kind: 'image',
          id: photoID,
          status: to,
          review: 1,
        });
      } else {
        const refusal = await decision.then(
          () => 'allowed',
          (error) => error.code,
        );
        expect([name, refusal]).toEqual([name, expect.stringMatching(/^(conflict|invalid_input)$/)]);
      }
      const after = await PictureModel.findOne({ photoID }).lean();
      expect([name, after?.status]).toEqual([name, isAllowed(type, from, to) ? to : from]);
      expect([name, after?.listed]).toEqual([name, after?.status !== 3]);
      expect([name, mayChangeImage(type, from, to)]).toEqual([name, isAllowed(type, from, to)]);
    }
  }
});

test('who, when, from what to what and why is in the history and in the audit log', async () => {
  const { photoID } = await addPicture({ type: 1 });
  const why = { reason: 'Not readable', note: 'the date is cut off' };
  await decidePicture(
    { photoID, type: 1, to: 2, ...why },
    { actor: moderator(), requestId: 'r-1', address: '::1' },
  );
  const line = { by: 1, name: 'moderator1@example.com', action: 'rejected', from: 0, to: 2, ...why };
  const picture = await PictureModel.findOne({ photoID }).lean();
  expect(picture?.history).toEqual([{ ...line, at: expect.any(Date) }]);
  expect(await AuditModel.findOne({ 'subject.id': String(photoID) }).lean()).toMatchObject({
    actor: { id: 1 },
    action: 'image.rejected',
    before: { status: 0 },
    after: { status: 2, ...why },
    requestId: 'r-1',
  });
});

test('a refused decision leaves no trace', async () => {
  const { photoID } = await addPicture({ status: 1 });
  await expect(decidePicture({ photoID, type: 3, to: 1 }, { actor: moderator() })).rejects.toMatchObject({
    code: 'conflict',
  });
  expect(await AuditModel.countDocuments({})).toBe(0);
  expect((await PictureModel.findOne({ photoID }).lean())?.review).toBe(0);
});

test('one that somebody else has decided meanwhile is refused with what happened', async () => {
  const { photoID, review } = await addPicture();
  await decidePicture({ photoID, type: 3, to: 2 }, { actor: moderator(2) });
  // Rejected → approved is allowed, but it is not what this moderator was looking at.
  await expect(
    decidePicture({ photoID, type: 3, to: 1, review }, { actor: moderator(1) }),
  ).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(
      /^Already rejected by moderator2@example.com, \w{3} \d+, \d{4}, \d+:\d\d.[AP]M$/,
    ),
    details: { status: 2, review: 1 },
  });
});

test('the moderator’s own decision once more is that decision, and changes nothing', async () => {
  const { photoID, review } = await addPicture();
  const reject = (reason: string) =>
    decidePicture({ photoID, type: 3, to: 2, review, reason }, { actor: moderator() });
  const done = { kind: 'image', id: photoID, status: 2, review: 1 };
  expect([await reject('Not readable'), await reject('Not readable')]).toEqual([done, done]);
  await expect(reject('Not a person')).rejects.toMatchObject({ code: 'conflict' });
  expect((await PictureModel.findOne({ photoID }).lean())?.history).toHaveLength(1);
});

test('of twenty at the same moment one decides', async () => {
  const { photoID, review } = await addPicture();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      decidePicture({ photoID, type: 3, to: 1 + (index % 3), review }, { actor: moderator(index + 1) }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const picture = await PictureModel.findOne({ photoID }).lean();
  expect([picture?.review, picture?.history.length]).toEqual([1, 1]);
});

test('another type than the picture’s own finds nothing: a member’s picture cannot be hidden as a gallery picture', async () => {
  const { photoID } = await addPicture({ type: 4 });
  await expect(decidePicture({ photoID, type: 3, to: 3 }, { actor: moderator() })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('one that a newer picture has replaced cannot be decided', async () => {
  const { photoID } = await addPicture({ type: 1, stage: 'replaced', listed: false });
  await expect(decidePicture({ photoID, type: 1, to: 1 }, { actor: moderator() })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('a bulk decision returns each outcome, in order', async () => {
  const items = [
    await addPicture(),
    await addPicture({ status: 1 }),
    await addPicture({ type: 4 }),
    await addPicture(),
    await addPicture(),
  ];
  await decidePicture({ photoID: items[4]!.photoID, type: 3, to: 2 }, { actor: moderator(2) });
  const outcomes = await decidePictures(
    items.map(({ photoID, review }) => ({ photoID, type: 3 as const, to: 1, review })),
    { actor: moderator(1) },
  );
  expect(outcomes.map((each) => ('result' in each ? 'ok' : (each.error as AppError).code))).toEqual([
    'ok',
    'conflict',
    'not_found',
    'ok',
    'conflict',
  ]);
});

test('the identifier is staffID for type 1, profileID for type 2, photoID for 3 and 4', async () => {
  const pictures = await Promise.all([
    addPicture({ type: 1, staffID: 71 }),
    addPicture({ type: 2, staffID: 71, profileID: 72 }),
    addPicture({ type: 3, staffID: 71, profileID: 72 }),
    addPicture({ type: 4, memberID: 74 }),
  ]);
  const [photoId, profilePic, galleryPic, memberPic] = pictures.map(({ photoID }) => photoID);
  expect(await findPhotoIdOrThrow(1, 71)).toBe(photoId);
  expect(await findPhotoIdOrThrow(2, 72)).toBe(profilePic);
  expect(await findPhotoIdOrThrow(3, galleryPic!)).toBe(galleryPic);
  expect(await findPhotoIdOrThrow(4, memberPic!)).toBe(memberPic);
  await expect(findPhotoIdOrThrow(1, 74)).rejects.toMatchObject({ code: 'not_found' });
  await expect(findPhotoIdOrThrow(2, 71)).rejects.toMatchObject({ code: 'not_found' });
});

test('pages by key, both orders, each picture once; Hidden never', async () => {
  for (let index = 0; index < 7; index += 1) await addPicture({ status: index % 4 });
  await addPicture({ type: 4 });
  const walk = async (order: 'oldest' | 'newest', status?: number) => {
    const seen: number[] = [];
    for (;;) {
      const rows = await listPictures({ type: 3, order, status, limit: 2, after: seen.at(-1) });
      if (rows.length === 0) return seen;
      seen.push(...rows.map(({ picture }) => picture.photoID));
    }
  };
  expect(await walk('oldest')).toEqual([1, 2, 3, 5, 6, 7]);
  expect(await walk('newest')).toEqual([7, 6, 5, 3, 2, 1]);
  expect(await walk('oldest', 1)).toEqual([2, 6]);
  expect(await walk('oldest', 3)).toEqual([]);
  const from = await listPictures({ type: 3, order: 'oldest', from: 5, limit: 2 });
  expect(from.map(({ picture }) => picture.photoID)).toEqual([5, 6]);
});

test('staff are rated by their judged pictures as they stand: undone, hidden and members’ ones do not count', async () => {
  const ratingOf = async (staffID: number) => {
    await refreshRatings();
    return (await StaffModel.findOne({ staffID }).lean())?.pictureRating;
  };
  const judge = async (type: ImageType, to: number) => {
    const { photoID } = await addPicture({ type, staffID: type === 4 ? 0 : 1, profileID: 0 });
    await decidePicture({ photoID, type, to }, { actor: moderator() });
  };
  // Judged before the person is known.
  await judge(1, 1);
  await addPayees({ staff: [50, 50] });
  expect(await ratingOf(1)).toMatchObject({ approved: 1, judged: 1, share: 1 });
  await judge(2, 1);
  await judge(3, 3);
  await judge(4, 2);
  await judge(3, 2);
  expect(await ratingOf(1)).toMatchObject({ approved: 2, judged: 3, share: 2 / 3 });
  await undoDecision({ actor: moderator() }, undefined);
  expect(await ratingOf(1)).toMatchObject({ approved: 2, judged: 2, share: 1 });
  expect(await ratingOf(2)).toMatchObject({ judged: 0, share: -1 });
  expect(await PictureModel.countDocuments({ ratingDue: true })).toBe(0);
  expect(await rebuildRatings()).toEqual([]);
});
