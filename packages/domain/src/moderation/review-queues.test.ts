import { addPayees, addPicture, moderator, useTestDatabase } from '@partnerdesk/testing';
import { StaffModel } from '../accounts/account.models';
import { decidePicture, decideProfile } from './decide-item';
import { onReviewChange, type ReviewChange } from './review-items';
import { countModerationQueues, readModerationQueues } from './review-queues';
import { submitProfile } from './submit-profile';
import { undoDecision } from './undo-decision';

useTestDatabase();

test('counts what waits for a first judgement, by queue', async () => {
  for (const type of [1, 2, 2, 3, 3, 3, 4] as const) await addPicture({ type });
  const { photoID } = await addPicture({ type: 4 });
  await decidePicture({ photoID, type: 4, to: 1 }, { actor: moderator() });
  await addPicture({ type: 4, stage: 'received', listed: false });
  await addPayees({ staff: [30, 30] });
  await StaffModel.updateOne({ staffID: 2 }, { $set: { status: 1 } });
  await submitProfile({ staffID: 1, profileName: 'Ann', tagLine: '', description: '' });
  expect(await countModerationQueues()).toEqual({
    photoIds: 1,
    profilePics: 2,
    galleryPics: 3,
    memberPics: 1,
    profiles: 1,
    staff: 1,
  });
});

test('publishes what comes into a queue and what leaves it, with who judged it', async () => {
  const changes: ReviewChange[] = [];
  const stop = onReviewChange((change) => changes.push(change));
  await addPayees({ staff: [30] });
  const id = await submitProfile({ staffID: 1, profileName: 'Ann', tagLine: '', description: '' });
  await decideProfile({ profileID: id, to: 1, isGood: true }, { actor: moderator() });
  await undoDecision({ actor: moderator() }, undefined);
  stop();
  const profile = { kind: 'profile', id };
  const judged = { ...profile, moderator: moderator() };
  expect(changes).toEqual([profile, judged, judged]);
});

test('knows since when the oldest item of each queue waits', async () => {
  const old = await addPicture({ type: 3, createdAt: new Date('2026-01-05T12:00:00Z') });
  await addPicture({ type: 3 });
  await decidePicture(
    { photoID: (await addPicture({ type: 2 })).photoID, type: 2, to: 1 },
    { actor: moderator() },
  );
  const { galleryPics, profilePics } = await readModerationQueues();
  expect(galleryPics).toEqual({ count: 2, oldest: old.createdAt.toISOString() });
  expect(profilePics).toEqual({ count: 0, oldest: null });
});
