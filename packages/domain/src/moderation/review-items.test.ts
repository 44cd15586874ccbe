import { CLAIM_MS, REVIEW_KINDS, type ReviewKind } from '@partnerdesk/contracts';
import { addPayees, addPicture, moderator, useTestDatabase } from '@partnerdesk/testing';
import { StaffModel } from '../accounts/account.models';
import type { Claim } from '../accounts/review-fields';
import { decideItem } from './decide-item';
import { currentClaim, openItem, releaseItem, TARGETS } from './review-items';
import { listPictures, listProfilesForReview, listStaffForReview } from './review-queues';
import { submitProfile } from './submit-profile';

useTestDatabase();

const ID = 1;
const decide = (kind: ReviewKind, by: number, review = 0) =>
  decideItem({ kind, id: ID, to: 1, from: [0], review }, { actor: moderator(by) });
const expire = (kind: ReviewKind) =>
  TARGETS[kind].model.updateOne(
    { [TARGETS[kind].idField]: ID },
    { $set: { 'claim.until': new Date(Date.now() - 1) } },
  );

async function add(kind: ReviewKind): Promise<void> {
  if (kind === 'image') await addPicture({ photoID: ID });
  if (kind === 'staff' || kind === 'profile') await addPayees({ staff: [30] });
  if (kind === 'profile')
    await submitProfile({ profileID: ID, staffID: 1, profileName: 'Ann', tagLine: '', description: '' });
}

describe.each(REVIEW_KINDS)('%s', (kind) => {
  beforeEach(() => add(kind));

  test('of two who open it at once one has it; the other sees who and until when', async () => {
    const opened = await Promise.all([openItem(kind, ID, moderator(1)), openItem(kind, ID, moderator(2))]);
    const [one, two] = opened.map(({ item }) => item.claim);
    expect([1, 2]).toContain(one?.by);
    expect(two?.by).toBe(one?.by);
    const leftMs = Number(one?.until) - Date.now();
    expect(leftMs).toBeGreaterThan(CLAIM_MS - 10_000);
    expect(leftMs).toBeLessThanOrEqual(CLAIM_MS);
  });

  test('the other cannot decide it, the claim’s holder can', async () => {
    await openItem(kind, ID, moderator(1));
    await expect(decide(kind, 2)).rejects.toMatchObject({
      code: 'conflict',
      message: 'moderator1@example.com has this item open',
    });
    await expect(decide(kind, 1)).resolves.toMatchObject({ status: 1 });
  });

  test('a claim runs out by itself, for opening and for deciding', async () => {
    await openItem(kind, ID, moderator(1));
    await expire(kind);
    expect((await openItem(kind, ID, moderator(2))).item.claim).toMatchObject({ by: 2 });
    await expire(kind);
    await expect(decide(kind, 3)).resolves.toMatchObject({ status: 1 });
  });

  test('who lost a claim to somebody else cannot decide on it any more', async () => {
    await openItem(kind, ID, moderator(1));
    await expire(kind);
    await openItem(kind, ID, moderator(2));
    await expect(decide(kind, 1)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('opening again renews the own claim', async () => {
    const first = await openItem(kind, ID, moderator(1));
    await expire(kind);
    const second = await openItem(kind, ID, moderator(1));
    expect(Number(second.item.claim?.until)).toBeGreaterThanOrEqual(Number(first.item.claim?.until));
    expect(second.item.claim?.by).toBe(1);
  });

  test('only the own claim can be given back', async () => {
    await openItem(kind, ID, moderator(1));
    await releaseItem(kind, ID, moderator(2));
    await expect(decide(kind, 2)).rejects.toMatchObject({ code: 'conflict' });
    await releaseItem(kind, ID, moderator(1));
    await expect(decide(kind, 2)).resolves.toMatchObject({ status: 1 });
  });

  test('others see it on the list', async () => {
    await openItem(kind, ID, moderator(1));
    const claim = {
      image: async () => (await listPictures({ type: 3, order: 'oldest', limit: 9 }))[0]?.picture.claim,
      profile: async () => (await listProfilesForReview())[0]?.profile.claim,
      staff: async () => {
        await StaffModel.updateOne({ staffID: ID }, { $set: { status: 0 } });
        return (await listStaffForReview())[0]?.staff.claim as Claim | undefined;
      },
    }[kind];
    expect(currentClaim(await claim())).toMatchObject({ by: 1, name: 'moderator1@example.com' });
    await expire(kind);
    expect(currentClaim(await claim())).toBeUndefined();
  });

  test('what is not there cannot be opened', async () => {
    await expect(openItem(kind, 999, moderator())).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('opening and deciding at the same moment: an item that was opened undecided is decided by nobody else', async () => {
  for (let round = 0; round < 40; round += 1) {
    const { photoID } = await addPicture();
    const decision = decideItem({ kind: 'image', id: photoID, to: 1, from: [0] }, { actor: moderator(1) });
    const [opened, decided] = await Promise.allSettled([openItem('image', photoID, moderator(2)), decision]);
    const item = opened.status === 'fulfilled' ? opened.value.item : undefined;
    const openedUndecided = item?.status === 0 && item.claim?.by === 2;
    expect([round, decided.status]).toEqual([round, openedUndecided ? 'rejected' : 'fulfilled']);
  }
});
