import { profilesCall } from '@partnerdesk/contracts';
import { decideProfile, listProfilesForReview, submitProfile } from '@partnerdesk/domain';
import { auditedBy, principalOf } from '../../context';
import { once } from '../../middleware/once';
import { permit } from '../../middleware/policy';
import { validBody } from '../../middleware/validate';
import { mayModerate } from '../moderation/moderation.policy';
import { presentProfile } from '../moderation/moderation.presenter';
import type { AddRoutes } from '../route-deps';
import { profileStatusBody } from './profiles.schema';

/** Profile review (docs/PRODUCT.md §2, §7), and how profiles come in: server to server, signed as POST /events. */
export const addProfileRoutes: AddRoutes = (router, { session, redis, prefix }) => {
  const moderator = [session, permit(mayModerate)] as const;

  router.get('/profiles-for-review', ...moderator, async (ctx) => {
    const { id } = principalOf(ctx);
    ctx.body = (await listProfilesForReview()).map((each) => presentProfile(each, id));
  });

  router.post('/update-profile-status', ...moderator, validBody(profileStatusBody), async (ctx) => {
    const { status, ...judgement } = ctx.state.body;
    const { actor, ...origin } = auditedBy(ctx);
    ctx.body = await decideProfile({ ...judgement, to: status }, actor, origin);
  });

  router.handle(profilesCall, async ({ ctx, body }) => {
    const { result } = await once(ctx, { redis, prefix }, () => submitProfile(body));
    return { profileID: result };
  });
};
