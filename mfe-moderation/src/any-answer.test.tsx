import { REMOTE_SCREENS } from '@partnerdesk/contracts';
import { anAdmin, expectSurvivesAnyAnswer, renderApp } from '@partnerdesk/web/testing';
import { remote } from './remote';
import { aPicture } from './testing';

const AT = '2026-11-20T15:00:00.000Z';
const CLAIM = { by: 'ben@example.com', until: AT, mine: false };
const JUDGED = { status: 1, by: 'ben@example.com', at: AT, reason: 'Not readable', note: '' };
const NEAR = { ...JUDGED, photoID: 9, type: 3, photo: '9.jpg' };
const decision = (kind: string) => ({ kind, id: 1, status: 1, review: 1 });

/** What every screen of this remote calls once an item is open. */
const common = (kind: string, image?: object) => ({
  'GET /moderation-progress': { left: 2, doneToday: 1, oldest: AT },
  'GET /rejection-reasons': ['Not a person', 'Not readable'],
  'POST /claim-item': {
    ...decision(kind),
    claim: CLAIM,
    history: [{ at: AT, by: 'ben@example.com', action: 'approved', from: 0, to: 1, reason: '', note: '' }],
    near: [NEAR],
    ...(image && { image }),
  },
  'GET /moderation-decisions': [
    {
      decisionID: '0d9c3f4e-7f0e-4e1e-9a55-2f6a1c7b9d10',
      kind,
      id: 1,
      name: 'Ann',
      from: 0,
      to: 1,
      at: AT,
      items: 1,
    },
  ],
  'POST /undo-decision': { ...decision(kind), others: [{ ok: true, ...decision(kind) }] },
});

const pictures = (type: 1 | 2 | 3 | 4) => {
  const person = type === 4 ? { staffID: 0, memberID: 9 } : {};
  const picture = aPicture(1, { type, ...person, claim: CLAIM, judgement: JUDGED, near: NEAR as never });
  return {
    ...common('image', picture),
    'GET /images-for-review': [picture, aPicture(2, { type, ...person })],
    'POST /update-image-status': decision('image'),
    'POST /update-image-statuses': [
      { ok: true, ...decision('image') },
      { ok: false, id: 2, code: 'conflict', message: 'Taken' },
    ],
  };
};

/** What each screen calls, with a right answer; address → route → answer. */
const ANSWERS: Record<string, Record<string, unknown>> = {
  '/photoid?photo=1': pictures(1),
  '/profile-images?photo=1': pictures(2),
  '/gallery-images?photo=1': pictures(3),
  '/member-images?photo=1': pictures(4),
  '/approve-profiles?id=1': {
    ...common('profile'),
    'GET /profiles-for-review': [1, 2].map((profileID) => ({
      staffID: 7,
      profileID,
      profileName: 'Ann',
      photo: 'ann.jpg',
      tagLine: 'Hello',
      description: 'Long walks',
      isGood: false,
      review: 0,
      dateCreated: AT,
      claim: CLAIM,
    })),
    'POST /update-profile-status': decision('profile'),
  },
  '/approve-staff?id=1': {
    ...common('staff'),
    'GET /staff-for-review': [1, 2].map((staffID) => ({
      staffID,
      firstName: 'Sam',
      lastName: 'Price',
      address1: '1 Main St',
      address2: '',
      photo: 'sam.jpg',
      review: 0,
      dateCreated: AT,
    })),
    'POST /update-staff-status': decision('staff'),
  },
};

const pathOf = (address: string) => address.split('?')[0] ?? '';

it('covers every screen of the remote', () => {
  expect(Object.keys(ANSWERS).map(pathOf).sort()).toEqual(
    REMOTE_SCREENS.moderation.map(({ path }) => path).sort(),
  );
});

it.each(Object.entries(ANSWERS))('%s survives any answer of any shape', async (address, answers) => {
  const route = remote.routes.find(({ path }) => path === pathOf(address));
  const Screen = (await route?.load()) ?? (() => null);
  await expectSurvivesAnyAnswer({
    open: (api) => renderApp(<Screen />, { path: address, person: anAdmin(['moderation']), api }),
    answers,
    first: ['Blur', 'Approve selected', 'approve photo 2', 'Approve', 'Undo'],
  });
});
