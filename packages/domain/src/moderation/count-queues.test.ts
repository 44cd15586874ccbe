import { addPayees, addPicture, moderator, useTestDatabase } from '@partnerdesk/testing';
import { StaffModel } from '../accounts/staff.model';
import { countModerationQueues } from './count-queues';
import { decidePicture } from './decide-picture';
import { submitProfile } from './review-profiles';

useTestDatabase('count-queues');

test('counts what waits for a first judgement, by queue', async () => {
  for (const type of [1, 2, 2, 3, 3, 3, 4] as const) await addPicture({ type });
  const { photoID } = await addPicture({ type: 4 });
  await decidePicture({ photoID, type: 4, to: 1 }, moderator());
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
