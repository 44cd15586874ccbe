import { profilesCall, profilesForReviewCall, updateProfileStatusCall } from '@partnerdesk/contracts';
import { decideProfile, listProfilesForReview, submitProfile } from '@partnerdesk/domain';
import { auditedBy, principalOf } from '../../context';
import { once } from '../../middleware/once';
import { presentProfile } from '../moderation/moderation.presenter';
import type { AddRoutes } from '../route-deps';

/** Profile review (docs/PRODUCT.md §2, §7), and how profiles come in: server to server, signed as POST /events. */
export const addProfileRoutes: AddRoutes = (router, { redis, prefix }) => {
  router.handle(profilesForReviewCall, async ({ ctx }) => {
    const { id } = principalOf(ctx);
    return (await listProfilesForReview()).map((each) => presentProfile(each, id));
  });

  router.handle(updateProfileStatusCall, ({ ctx, body: { status, ...judgement } }) => {
    const { actor, ...origin } = auditedBy(ctx);
    return decideProfile({ ...judgement, to: status }, actor, origin);
  });

  router.handle(profilesCall, async ({ ctx, body }) => {
    const { result } = await once(ctx, { redis, prefix }, () => submitProfile(body));
    return { profileID: result };
  });
};
