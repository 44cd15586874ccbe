import * as domain from '@partnerdesk/domain';
import { inTurns } from '../in-turns.mjs';
import { progressBar } from '../progress.mjs';
import { drawPicture } from './draw-picture.mjs';
import { note, noted } from './first-day.mjs';
import { officeActor } from './past.mjs';

/** Name under which the database keeps that this part of the demo is there. */
const DONE = 'demo:moderation';
/** Beyond the ids of a demo of any scale. */
const FIRST_APPLICANT = 50_001;
const APPLICANTS = 25;
const STAFF = 30;
const PROFILES = 60;
const MODERATOR = 'moderator@example.com';
const MS_PER_HOUR = 3_600_000;
const AT_A_TIME = 8;

/** How many pictures of each type in each status: unprocessed, approved, rejected, hidden. 1,200 in all. */
const PICTURES = /** @type {const} */ ([
  { type: 1, counts: [20, 30, 5, 0] },
  { type: 2, counts: [25, 28, 7, 0] },
  { type: 3, counts: [220, 280, 60, 40] },
  { type: 4, counts: [200, 230, 55, 0] },
]);
const ACTIONS = ['', 'approved', 'rejected', 'hidden'];
const REASONS = ['Not readable', 'Not a person', 'Contact details in the picture'];
/** Every so manieth picture looks nearly like an earlier one. */
const ALIKE_EVERY = 30;

/** Applications, profiles and pictures. An interrupted load continues where it stopped. @param {import('@partnerdesk/domain').Storage} storage */
export async function loadDemoModeration(storage) {
  if (await noted(DONE)) return;
  await addApplicants();
  await addProfiles();
  await addPictures(storage, (await officeActor(MODERATOR)).id);
  await note(DONE, 1);
}

const FIRST_NAMES = ['Ada', 'Ben', 'Cora', 'Dan', 'Eva', 'Finn', 'Gwen', 'Hal', 'Ida', 'Jon'];
const LAST_NAMES = ['Abbot', 'Brown', 'Cole', 'Drew', 'Ellis', 'Ford', 'Grant', 'Hale', 'Irwin', 'Jones'];
const TAG_LINES = ['Always here for a chat', 'Good listener', 'Night owl', 'Early bird'];
const pick = (/** @type {readonly string[]} */ list, /** @type {number} */ index) =>
  list[index % list.length] ?? '';

async function addApplicants() {
  const staff = Array.from({ length: APPLICANTS }, (_, index) => ({
    staffID: FIRST_APPLICANT + index,
    emailAddress: `applicant${index + 1}@example.com`,
    firstName: pick(FIRST_NAMES, index),
    lastName: pick(LAST_NAMES, index * 3 + 1),
    address1: `${100 + index * 7} Main Street`,
    address2: index % 3 === 0 ? `Apt ${index + 1}` : '',
    commission: 35,
    status: 0,
  }));
  await domain.importPeople({ staff });
}

async function addProfiles() {
  const profiles = Array.from({ length: PROFILES }, (_, index) => ({
    profileID: index + 1,
    staffID: (index % STAFF) + 1,
    profileName: `${pick(FIRST_NAMES, index * 7 + 2)} ${index + 1}`,
    tagLine: pick(TAG_LINES, index),
    description: 'Likes long talks, short walks and rainy days.\nOnline most evenings.',
    status: index < 35 ? 0 : index < 55 ? 1 : 2,
  }));
  for (const profile of profiles) {
    const { profileID } = profile;
    await domain.ProfileModel.updateOne({ profileID }, { $setOnInsert: profile }, { upsert: true });
  }
  await domain.reserveIds('profileID', PROFILES);
}

/** @param {import('@partnerdesk/domain').Storage} storage @param {number} moderatorID */
async function addPictures(storage, moderatorID) {
  const plans = planPictures();
  const ofTheDemo = { uploadKey: { $gte: 'demo:', $lt: 'demo;' } };
  const there = await domain.PictureModel.find(ofTheDemo).select({ uploadKey: 1 }).lean();
  const known = new Set(there.map(({ uploadKey }) => uploadKey));
  const bar = progressBar('  Demo pictures', plans.length);
  const missing = plans.filter(({ uploadKey }) => !known.has(uploadKey));
  const firstID = await noted('photoID');
  const documents = await inTurns(missing, AT_A_TIME, async (plan, index) => {
    const { picture, grey } = await drawPicture(plan.seed, plan.tint);
    const folder = domain.folderOf(plan.type);
    const photo = domain.makePictureName();
    await storage.put(domain.pictureKey(folder, photo), picture);
    await storage.put(domain.thumbnailKey(folder, photo), picture);
    bar.update(index + 1);
    const hash = domain.hashOfPixels(grey);
    return documentOf(plan, { photoID: firstID + index + 1, photo, hash, moderatorID });
  });
  for (const [index, { tint }] of missing.entries()) {
    const [one, other] = [documents[index - ALIKE_EVERY + 1], documents[index]];
    if (!(tint && one && other)) continue;
    // As the worker finds it for uploads: what is drawn alike is near, and nothing else is.
    one.near.push(other.photoID);
    other.near.push(one.photoID);
  }
  await domain.reserveIds('photoID', firstID + documents.length);
  if (documents.length > 0) await domain.PictureModel.insertMany(documents);
  bar.end(`${plans.length} there`);
}

/** Which pictures there are to be, mixed as they would come in. */
function planPictures() {
  let seed = 0;
  return PICTURES.flatMap(({ type, counts }) => {
    const statuses = counts.flatMap((count, status) => Array.from({ length: count }, () => status));
    return statuses.map((_, index) => {
      seed += 1;
      // A stride without a common divisor goes once through all of them.
      const status = statuses[(index * 7) % statuses.length] ?? 0;
      const alike = seed % ALIKE_EVERY === 0 && seed > ALIKE_EVERY;
      return {
        type: /** @type {1 | 2 | 3 | 4} */ (type),
        status,
        uploadKey: `demo:${seed}`,
        seed: alike ? seed - ALIKE_EVERY + 1 : seed,
        tint: alike ? 6 : 0,
        hoursAgo: 1200 - seed,
        ...ownerOf(type, index),
      };
    });
  });
}

/** @param {number} type @param {number} index */
function ownerOf(type, index) {
  const none = { staffID: 0, profileID: 0, memberID: 0 };
  if (type === 1)
    return { ...none, staffID: index < APPLICANTS ? FIRST_APPLICANT + index : index - APPLICANTS + 1 };
  if (type === 4) return { ...none, memberID: 1 + index * 3 };
  const profileID = (index % PROFILES) + 1;
  return { ...none, profileID, staffID: ((profileID - 1) % STAFF) + 1 };
}

/**
 * @param {ReturnType<typeof planPictures>[number]} plan
 * @param {{ photoID: number, photo: string, hash: string, moderatorID: number }} made
 */
function documentOf(plan, { photoID, photo, hash, moderatorID }) {
  const { status, seed: _, tint: __, hoursAgo, ...owner } = plan;
  const at = new Date(Date.now() - hoursAgo * MS_PER_HOUR);
  const reason = status === 2 ? pick(REASONS, photoID) : '';
  const line = { by: moderatorID, name: MODERATOR, at, from: 0, to: status, reason, note: '' };
  const judged = status > 0;
  return {
    ...owner,
    photoID,
    photo,
    status,
    stage: /** @type {const} */ ('ready'),
    listed: status !== 3,
    width: 320,
    height: 400,
    hash,
    hashBands: domain.bandsOf(hash),
    near: /** @type {number[]} */ ([]),
    createdAt: at,
    review: judged ? 1 : 0,
    decisions: judged ? [{ ...line, decisionID: `demo-${photoID}` }] : [],
    history: judged ? [{ ...line, action: ACTIONS[status] ?? '' }] : [],
    // Nobody's to undo: nobody made it.
    decidedBy: null,
    decidedAt: null,
  };
}
