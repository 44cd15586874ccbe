import type { ImageForReview, ImageType, OpenedItem, UndoableDecision } from '@partnerdesk/contracts';
import type { FakeCall, FakeRoutes } from '@partnerdesk/web/testing';

/** A gallery picture as the list answers it. */
export function aPicture(photoID: number, facts: Partial<ImageForReview> = {}): ImageForReview {
  return {
    staffID: 7,
    profileID: 70,
    photoID,
    photo: `${photoID}.jpg`,
    status: 0,
    type: 3,
    memberID: 0,
    review: 0,
    width: 320,
    height: 400,
    dateCreated: '2026-11-20T12:00:00Z',
    ...facts,
  };
}

/** What the list of decisions that can be undone has of one; a picture's that was approved. */
export const aDecision = (facts: Partial<UndoableDecision>): UndoableDecision => ({
  decisionID: crypto.randomUUID(),
  kind: 'image',
  id: 1,
  from: 0,
  to: 1,
  at: '2026-11-20T15:00:00Z',
  items: 1,
  ...facts,
});

const opened = (kind: OpenedItem['kind'], id: number, image?: ImageForReview): OpenedItem => ({
  kind,
  id,
  status: image?.status ?? 0,
  review: image?.review ?? 0,
  claim: { by: 'office@example.com', until: '2099-01-01T00:00:00Z', mine: true },
  history: [],
  near: [],
  ...(image && { image }),
});

/** A server with these pictures that applies each decision. */
export function pictureRoutes(pictures: ImageForReview[]): FakeRoutes {
  const decisions: UndoableDecision[] = [];
  const find = (id: unknown) => pictures.find(({ photoID }) => photoID === id);
  return {
    'GET /images-for-review': ({ query }: FakeCall) => {
      if (query.limit) return [];
      const later = pictures.filter(
        ({ photoID, status }) =>
          photoID > Number(query.after ?? 0) &&
          photoID >= Number(query.from ?? 0) &&
          status !== 3 &&
          (query.status === undefined || status === Number(query.status)),
      );
      return later.slice(0, 100);
    },
    'GET /moderation-progress': () => ({ left: 2, doneToday: 1, oldest: null }),
    'GET /moderation-decisions': () => decisions,
    'POST /look-at-item': () => true,
    'GET /rejection-reasons': () => ['Not a person', 'Not readable'],
    'POST /claim-item': ({ body }) => {
      const { kind, id } = body as { kind: OpenedItem['kind']; id: number };
      return opened(kind, id, find(id));
    },
    'POST /release-item': () => true,
    'POST /update-image-status': ({ body }) => {
      const { photoID, type, status } = body as { photoID: number; type: ImageType; status: number };
      decisions.unshift(aDecision({ id: photoID, type, to: status }));
      return { kind: 'image', id: photoID, status, review: 1 };
    },
  };
}
