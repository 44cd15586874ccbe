import { AppError } from '@partnerdesk/contracts';
import { decidePicture, decidePictures, findPhotoIdOrThrow, listPictures } from '@partnerdesk/domain';
import { auditedBy, principalOf } from '../../context';
import { permit } from '../../middleware/policy';
import { validBody, validQuery } from '../../middleware/validate';
import { mayModerate } from '../moderation/moderation.policy';
import { presentOutcome, presentPicture } from '../moderation/moderation.presenter';
import type { AddRoutes } from '../route-deps';
import { imageStatusBody, imageStatusesBody, imagesQuery } from './images.schema';

/** The image review screens (docs/PRODUCT.md §2, §7). */
export const addImageRoutes: AddRoutes = (router, { session }) => {
  const moderator = [session, permit(mayModerate)] as const;

  router.get('/images-for-review', ...moderator, validQuery(imagesQuery), async (ctx) => {
    const { id } = principalOf(ctx);
    ctx.body = (await listPictures(ctx.state.query)).map((listed) => presentPicture(listed, id));
  });

  router.post('/update-image-status', ...moderator, validBody(imageStatusBody), async (ctx) => {
    const { identifier, type, status, photoID: seen, ...rest } = ctx.state.body;
    const photoID = await findPhotoIdOrThrow(type, identifier);
    // What the moderator looked at was replaced by a newer picture of the same owner.
    if (seen !== undefined && seen !== photoID)
      throw new AppError('conflict', 'A newer picture has replaced this one');
    const { review, reason, note } = rest;
    const { actor, ...origin } = auditedBy(ctx);
    ctx.body = await decidePicture({ photoID, type, to: status, review, reason, note }, actor, origin);
  });

  router.post('/update-image-statuses', ...moderator, validBody(imageStatusesBody), async (ctx) => {
    const { type, status, items, reason, note } = ctx.state.body;
    const { actor, ...origin } = auditedBy(ctx);
    const judgements = items.map((item) => ({ ...item, type, to: status, reason, note }));
    const outcomes = await decidePictures(judgements, actor, origin);
    ctx.body = outcomes.map((outcome) => presentOutcome(ctx, outcome));
  });
};
