/* One question for every kind of item: what is as it was before once a decision is undone, and what is not. */
import { addPayees, addPicture, dieAtWrite, moderator, useTestDatabase } from '@partnerdesk/testing';
import { StaffModel } from '../accounts/account.models';
import { editAccount } from '../accounts/edit-account';
import { decidePicture, decidePictures, decideProfile, decideStaff } from './decide-item';
import { PictureModel, ProfileModel } from './review.models';
import { openItem } from './review-items';
import { listProfilesForReview } from './review-queues';
import { submitProfile } from './submit-profile';
import { listUndoable, undoDecision } from './undo-decision';

useTestDatabase();

const statusOf = async (photoID: number) => (await PictureModel.findOne({ photoID }).lean())?.status;
const decide = (photoID: number, to: number, by = 1) =>
  decidePicture({ photoID, type: 3, to }, { actor: moderator(by) });

test('the last twenty come back one by one, the last first', async () => {
  const ids: number[] = [];
  for (let index = 0; index < 22; index += 1) {
    const { photoID } = await addPicture();
    ids.push(photoID);
    await decide(photoID, 1 + (index % 3));
  }
  expect(await listUndoable(1)).toHaveLength(20);
  for (let undone = 0; undone < 20; undone += 1) {
    expect(await undoDecision({ actor: moderator() }, undefined)).toMatchObject({
      id: ids[21 - undone],
      status: 0,
    });
  }
  expect(await Promise.all(ids.slice(2).map(statusOf))).toEqual(Array(20).fill(0));
  expect(await statusOf(ids[1]!)).toBe(2);
});

test('undoing a hide brings the picture back to the lists', async () => {
  const { photoID } = await addPicture({ status: 1 });
  await decide(photoID, 3);
  expect((await PictureModel.findOne({ photoID }).lean())?.listed).toBe(false);
  await undoDecision({ actor: moderator() }, undefined);
  expect(await PictureModel.findOne({ photoID }).lean()).toMatchObject({ listed: true, status: 1 });
});

test('a decision changed by oneself comes back to the first, then to the start', async () => {
  const { photoID } = await addPicture();
  await decide(photoID, 1);
  await decide(photoID, 2);
  expect((await listUndoable(1)).map(({ to }) => to)).toEqual([2, 1]);
  await undoDecision({ actor: moderator() }, undefined);
  expect(await statusOf(photoID)).toBe(1);
  await undoDecision({ actor: moderator() }, undefined);
  expect(await statusOf(photoID)).toBe(0);
  await expect(undoDecision({ actor: moderator() }, undefined)).rejects.toMatchObject({ code: 'not_found' });
});

test('one that somebody else has decided over stays theirs', async () => {
  const { photoID } = await addPicture();
  await decide(photoID, 1, 1);
  await decide(photoID, 2, 2);
  await expect(undoDecision({ actor: moderator(1) }, undefined)).rejects.toMatchObject({ code: 'not_found' });
  // The one below is not the second one's to take back.
  expect((await listUndoable(2)).map(({ to }) => to)).toEqual([2]);
  await undoDecision({ actor: moderator(2) }, undefined);
  // What stands now is the first one's again.
  await undoDecision({ actor: moderator(1) }, undefined);
  expect(await statusOf(photoID)).toBe(0);
});

test('names a profile and an application by what people call them, and pictures by nothing', async () => {
  await addPayees({ staff: [30] });
  await StaffModel.updateOne({ staffID: 1 }, { $set: { firstName: 'Sam', lastName: 'Price' } });
  const profileID = await submitProfile({ staffID: 1, profileName: 'Ann', tagLine: '', description: '' });
  await decideProfile({ profileID, to: 1, isGood: false }, { actor: moderator() });
  await decideStaff({ staffID: 1, to: 1 }, { actor: moderator() });
  await decide((await addPicture()).photoID, 1);
  const names = new Map((await listUndoable(1)).map(({ kind, name }) => [kind, name]));
  expect(Object.fromEntries(names)).toEqual({ profile: 'Ann', staff: 'Sam Price', image: undefined });
});

describe('a bulk decision', () => {
  const decideAll = (ids: readonly number[], to: number) =>
    decidePictures(
      ids.map((photoID) => ({ photoID, type: 3 as const, to })),
      { actor: moderator() },
    );
  const addThirty = async () => (await Promise.all(Array.from({ length: 30 }, () => addPicture()))).map(idOf);
  const idOf = ({ photoID }: { photoID: number }) => photoID;

  test('is one decision: undone as a whole, however many pictures it was about', async () => {
    const { photoID: single } = await addPicture();
    await decide(single, 1);
    const ids = await addThirty();
    await decideAll(ids, 2);
    expect(await listUndoable(1)).toMatchObject([
      { to: 2, items: 30 },
      { to: 1, items: 1 },
    ]);
    const { id, others } = await undoDecision({ actor: moderator() }, undefined);
    expect([id, ...others.map((other) => other.id)].sort()).toEqual([...ids].sort());
    expect(await Promise.all(ids.map(statusOf))).toEqual(Array(30).fill(0));
    expect(await undoDecision({ actor: moderator() }, undefined)).toMatchObject({ id: single, others: [] });
  });

  test('says how many it was about, also the one before a large one', async () => {
    const ids = (await Promise.all(Array.from({ length: 260 }, () => addPicture()))).map(idOf);
    await decideAll(ids.slice(0, 130), 1);
    await decideAll(ids.slice(130), 1);
    expect(await listUndoable(1)).toMatchObject([{ items: 130 }, { items: 130 }]);
  });

  test('what was changed since or is open elsewhere stays, and is reported by itself', async () => {
    const [changed, open, free] = (await addThirty()) as [number, number, number];
    await decideAll([changed, open, free], 1);
    await decide(changed, 2, 2);
    await openItem('image', open, moderator(2));
    expect(await undoDecision({ actor: moderator() }, undefined)).toMatchObject({
      id: free,
      others: [{ id: open, error: expect.objectContaining({ code: 'conflict' }) }],
    });
    expect(await Promise.all([changed, open, free].map(statusOf))).toEqual([2, 1, 0]);
  });
});

test('somebody else’s decision cannot be named', async () => {
  const { photoID } = await addPicture();
  await decide(photoID, 1, 2);
  const [theirs] = await listUndoable(2);
  await expect(undoDecision({ actor: moderator(1) }, theirs?.decisionID)).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(await statusOf(photoID)).toBe(1);
});

test('a double click undoes one decision, not two', async () => {
  const [first, second] = [await addPicture(), await addPicture()];
  await decide(first.photoID, 1);
  await decide(second.photoID, 1);
  const [last] = await listUndoable(1);
  const outcomes = await Promise.allSettled([
    undoDecision({ actor: moderator() }, last?.decisionID),
    undoDecision({ actor: moderator() }, last?.decisionID),
  ]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await statusOf(first.photoID)).toBe(1);
});

test('one that somebody else has open is not taken back under their eyes', async () => {
  const { photoID } = await addPicture();
  await decide(photoID, 1);
  await openItem('image', photoID, moderator(2));
  await expect(undoDecision({ actor: moderator(1) }, undefined)).rejects.toMatchObject({ code: 'conflict' });
});

test('one that a newer picture has replaced is not brought back', async () => {
  const { photoID } = await addPicture({ type: 1, staffID: 5 });
  await decidePicture({ photoID, type: 1, to: 1 }, { actor: moderator() });
  await PictureModel.updateOne({ photoID }, { $set: { stage: 'replaced', listed: false } });
  await expect(undoDecision({ actor: moderator() }, undefined)).rejects.toMatchObject({ code: 'not_found' });
  expect((await PictureModel.findOne({ photoID }).lean())?.listed).toBe(false);
});

test('the history keeps both the decision and its undoing', async () => {
  const { photoID } = await addPicture();
  await decide(photoID, 2);
  await undoDecision({ actor: moderator() }, undefined);
  const { history } = (await openItem('image', photoID, moderator())).item;
  expect(history.map(({ action, from, to }) => [action, from, to])).toEqual([
    ['rejected', 0, 2],
    ['undone', 2, 0],
  ]);
});

describe('profiles', () => {
  const texts = { profileName: 'Ann', tagLine: 'Hello', description: 'A walk' };
  const profile = () => ProfileModel.findOne({ profileID: 1 }).lean();
  beforeEach(async () => {
    await addPayees({ staff: [30] });
    await submitProfile({ profileID: 1, staffID: 1, ...texts });
  });

  test.each([
    [0, 1, true],
    [0, 2, true],
    [1, 2, false],
    [1, 1, false],
    [2, 1, false],
    [2, 2, false],
  ])('from %i to %i: allowed %s', async (from, to, allowed) => {
    await ProfileModel.updateOne({ profileID: 1 }, { $set: { status: from } });
    const decision = decideProfile({ profileID: 1, to, isGood: true }, { actor: moderator() });
    if (allowed) await expect(decision).resolves.toMatchObject({ status: to });
    else await expect(decision).rejects.toMatchObject({ code: 'conflict' });
    expect(await profile()).toMatchObject({ status: allowed ? to : from, isGood: allowed });
  });

  test('undo brings the status and Good back, and the profile to the list', async () => {
    await decideProfile({ profileID: 1, to: 1, isGood: true }, { actor: moderator() });
    expect(await listProfilesForReview()).toEqual([]);
    await undoDecision({ actor: moderator() }, undefined);
    expect(await profile()).toMatchObject({ status: 0, isGood: false });
    expect(await listProfilesForReview()).toHaveLength(1);
  });

  test('a changed profile waits for approval again; the same again changes nothing', async () => {
    await decideProfile({ profileID: 1, to: 1, isGood: false }, { actor: moderator() });
    await submitProfile({ profileID: 1, staffID: 1, ...texts });
    expect((await profile())?.status).toBe(1);
    await submitProfile({ profileID: 1, staffID: 1, ...texts, tagLine: 'Other words' });
    expect(await profile()).toMatchObject({ status: 0, tagLine: 'Other words' });
    await expect(undoDecision({ actor: moderator() }, undefined)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('a profile that changed under the moderator’s eyes is not judged by what it was', async () => {
    const [before] = await listProfilesForReview();
    await submitProfile({ profileID: 1, staffID: 1, ...texts, description: 'Other words' });
    await expect(
      decideProfile(
        { profileID: 1, to: 1, isGood: false, review: before!.profile.review },
        { actor: moderator() },
      ),
    ).rejects.toMatchObject({ code: 'conflict' });
  });

  test('a number whose sender died once the profile was stored is given to no other profile', async () => {
    for (const write of [1, 2]) {
      const end = dieAtWrite(write);
      await submitProfile({ profileID: 2, staffID: 1, ...texts }).catch(() => {});
      expect(end()).toBe(true);
    }
    await submitProfile({ profileID: 2, staffID: 1, ...texts });
    expect(await submitProfile({ staffID: 1, ...texts, profileName: 'Other' })).toBe(3);
    expect(await ProfileModel.countDocuments({ profileName: 'Other' })).toBe(1);
  });

  test('another’s profile cannot be taken over, and there is none without staff', async () => {
    await addPayees({ staff: [30, 30] });
    await expect(submitProfile({ profileID: 1, staffID: 2, ...texts })).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(submitProfile({ staffID: 99, ...texts })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('staff', () => {
  const staff = () => StaffModel.findOne({ staffID: 1 }).lean();
  beforeEach(() => addPayees({ staff: [30] }));

  test.each([
    [0, 1, true],
    [0, 10, true],
    [1, 10, false],
    [10, 1, false],
    [1, 1, false],
  ])('from %i to %i: allowed %s', async (from, to, allowed) => {
    await StaffModel.updateOne({ staffID: 1 }, { $set: { status: from } });
    const decision = decideStaff({ staffID: 1, to }, { actor: moderator() });
    if (allowed) await expect(decision).resolves.toMatchObject({ status: to });
    else await expect(decision).rejects.toMatchObject({ code: 'conflict' });
    expect((await staff())?.status).toBe(allowed ? to : from);
  });

  test('one whose status the office changed since cannot be undone', async () => {
    await decideStaff({ staffID: 1, to: 1 }, { actor: moderator() });
    await StaffModel.updateOne({ staffID: 1 }, { $set: { status: 2 } });
    await expect(undoDecision({ actor: moderator() }, undefined)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await staff())?.status).toBe(2);
  });

  test('nor one that the office has closed again since it opened it: the status alone says the same', async () => {
    await decideStaff({ staffID: 1, to: 10 }, { actor: moderator() });
    for (const status of [1, 10])
      await editAccount({
        kind: 'staff',
        id: 1,
        updateType: 'Info',
        values: { status },
        by: { actor: moderator(2) },
      });
    expect(await listUndoable(1)).toEqual([]);
    await expect(undoDecision({ actor: moderator() }, undefined)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await staff())?.status).toBe(10);
  });

  test('nor one whose status the office changes between the look and the write', async () => {
    await decideStaff({ staffID: 1, to: 1 }, { actor: moderator() });
    const { collection } = StaffModel;
    const update = collection.findOneAndUpdate.bind(collection) as (...args: unknown[]) => unknown;
    const write = jest.spyOn(collection, 'findOneAndUpdate').mockImplementationOnce((async (
      ...undo: unknown[]
    ) => {
      await collection.updateOne({ staffID: 1 }, { $set: { status: 2 } });
      return update(...undo);
    }) as never);
    await expect(undoDecision({ actor: moderator() }, undefined)).rejects.toMatchObject({ code: 'conflict' });
    expect(write).toHaveBeenCalled();
    write.mockRestore();
    expect((await staff())?.status).toBe(2);
  });

  test('staff who were there before there were reviews can be judged', async () => {
    await StaffModel.updateOne({ staffID: 1 }, { $unset: { review: 1, history: 1, decisions: 1 } });
    await decideStaff({ staffID: 1, to: 1 }, { actor: moderator() });
    await undoDecision({ actor: moderator() }, undefined);
    expect((await staff())?.status).toBe(0);
  });
});
