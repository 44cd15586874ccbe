import { decideProfile, listProfilesForReview, submitProfile } from '@partnerdesk/domain';
import { auditedBy } from '../../context';
import { permit } from '../../middleware/policy';
import { FORM_LIMIT_BYTES, parseJsonOrThrow, readBytes } from '../../middleware/read-body';
import { checkOrThrow, validBody } from '../../middleware/validate';
import { checkSignatureOrThrow } from '../events/signature';
import { mayModerate } from '../moderation/moderation.policy';
import type { AddRoutes } from '../route-deps';
import { profileStatusBody, submittedProfile } from './profiles.schema';

/** Profile review (docs/PRODUCT.md §2, §7), and how profiles come in: server to server, signed as POST /events. */
export const addProfileRoutes: AddRoutes = (router, { session, env }) => {
  const moderator = [session, permit(mayModerate)] as const;

  router.get('/profiles-for-review', ...moderator, async (ctx) => {
    ctx.body = await listProfilesForReview(auditedBy(ctx).actor.id);
  });

  router.post('/update-profile-status', ...moderator, validBody(profileStatusBody), async (ctx) => {
    const { status, ...judgement } = ctx.state.body;
    const { actor, ...origin } = auditedBy(ctx);
    ctx.body = await decideProfile({ ...judgement, to: status }, actor, origin);
  });

  router.post('/profiles', async (ctx) => {
    const body = await readBytes(ctx, FORM_LIMIT_BYTES);
    checkSignatureOrThrow(ctx, env.eventsSecret, body);
    const profile = checkOrThrow(parseJsonOrThrow(body), submittedProfile);
    ctx.body = { profileID: await submitProfile(profile) };
  });
};
