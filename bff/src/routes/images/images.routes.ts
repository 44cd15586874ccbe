import {
  AppError,
  imagesForReviewCall,
  updateImageStatusCall,
  updateImageStatusesCall,
} from '@partnerdesk/contracts';
import { decidePicture, decidePictures, findPhotoIdOrThrow, listPictures } from '@partnerdesk/domain';
import { auditedBy, principalOf } from '../../context';
import { presentOutcome, presentPicture } from '../moderation/moderation.presenter';
import type { AddRoutes } from '../route-deps';

/** The image review screens (docs/PRODUCT.md §2, §7). */
export const addImageRoutes: AddRoutes = ({ handle }) => {
  handle(imagesForReviewCall, async ({ ctx, query }) => {
    const { id } = principalOf(ctx);
    return (await listPictures(query)).map((listed) => presentPicture(listed, id));
  });

  handle(updateImageStatusCall, async ({ ctx, body }) => {
    const { identifier, type, status, photoID: seen, review, reason, note } = body;
    const photoID = await findPhotoIdOrThrow(type, identifier);
    // What the moderator looked at was replaced by a newer picture of the same owner.
    if (seen !== undefined && seen !== photoID)
      throw new AppError('conflict', 'A newer picture has replaced this one');
    const { actor, ...origin } = auditedBy(ctx);
    return decidePicture({ photoID, type, to: status, review, reason, note }, actor, origin);
  });

  handle(updateImageStatusesCall, async ({ ctx, body: { type, status, items, reason, note } }) => {
    const { actor, ...origin } = auditedBy(ctx);
    const judgements = items.map((item) => ({ ...item, type, to: status, reason, note }));
    const outcomes = await decidePictures(judgements, actor, origin);
    return outcomes.map((outcome) => presentOutcome(ctx, outcome));
  });
};
