import { profilesForReviewCall, updateProfileStatusCall } from '@partnerdesk/contracts';
import { decideProfile, listProfilesForReview, submitProfile } from '@partnerdesk/domain';
import { auditedBy, principalOf } from '../../context';
import { once } from '../../middleware/once';
import { FORM_LIMIT_BYTES, parseJsonOrThrow } from '../../middleware/read-body';
import { signedBody } from '../../middleware/signed-call';
import { checkOrThrow } from '../../middleware/validate';
import { presentProfile } from '../moderation/moderation.presenter';
import type { AddRoutes } from '../route-deps';
import { submittedProfile } from './profiles.schema';

/** Profile review (docs/PRODUCT.md §2, §7), and how profiles come in: server to server, signed as POST /events. */
export const addProfileRoutes: AddRoutes = (router, { env, redis, prefix }) => {
  router.handle(profilesForReviewCall, async ({ ctx }) => {
    const { id } = principalOf(ctx);
    return (await listProfilesForReview()).map((each) => presentProfile(each, id));
  });

  router.handle(updateProfileStatusCall, ({ ctx, body: { status, ...judgement } }) => {
    const { actor, ...origin } = auditedBy(ctx);
    return decideProfile({ ...judgement, to: status }, actor, origin);
  });

  const signed = signedBody({ secret: env.eventsSecret, limitBytes: FORM_LIMIT_BYTES });
  router.post('/profiles', signed, async (ctx) => {
    const profile = checkOrThrow(parseJsonOrThrow(ctx.state.bytes), submittedProfile);
    const { result } = await once(ctx, { redis, prefix }, () => submitProfile(profile));
    ctx.body = { profileID: result };
  });
};
