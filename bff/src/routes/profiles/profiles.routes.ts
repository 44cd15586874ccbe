import { decideProfile, listProfilesForReview, submitProfile } from '@partnerdesk/domain';
import { auditedBy, principalOf } from '../../context';
import { once } from '../../middleware/once';
import { permit } from '../../middleware/policy';
import { FORM_LIMIT_BYTES, parseJsonOrThrow } from '../../middleware/read-body';
import { signedBody } from '../../middleware/signed-call';
import { checkOrThrow, validBody } from '../../middleware/validate';
import { mayModerate } from '../moderation/moderation.policy';
import { presentProfile } from '../moderation/moderation.presenter';
import type { AddRoutes } from '../route-deps';
import { profileStatusBody, submittedProfile } from './profiles.schema';

/** Profile review (docs/PRODUCT.md §2, §7), and how profiles come in: server to server, signed as POST /events. */
export const addProfileRoutes: AddRoutes = (router, { session, env, redis, prefix }) => {
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

  const signed = signedBody({ secret: env.eventsSecret, limitBytes: FORM_LIMIT_BYTES });
  router.post('/profiles', signed, async (ctx) => {
    const profile = checkOrThrow(parseJsonOrThrow(ctx.state.bytes), submittedProfile);
    const { result } = await once(ctx, { redis, prefix }, () => submitProfile(profile));
    ctx.body = { profileID: result };
  });
};
