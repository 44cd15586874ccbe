import {
  profilesCall,
  profilesForReviewCall,
  staffForReviewCall,
  updateProfileStatusCall,
  updateStaffStatusCall,
} from '@partnerdesk/contracts';
import {
  decideProfile,
  decideStaff,
  listProfilesForReview,
  listStaffForReview,
  submitProfile,
} from '@partnerdesk/domain';
import { auditedBy, principalOf } from '../../context';
import { once } from '../../middleware/once';
import type { AddRoutes } from '../route-deps';
import { presentApplicant, presentProfile } from './moderation.presenter';

/**
 * Review of profiles and of who applied to be staff (docs/PRODUCT.md §2, §7), and how profiles come in: server to server,
 * signed as POST /events.
 */
export const addReviewRoutes: AddRoutes = ({ handle }, { redis, prefix }) => {
  handle(profilesForReviewCall, async ({ ctx }) => {
    const { id } = principalOf(ctx);
    return (await listProfilesForReview()).map((each) => presentProfile(each, id));
  });

  handle(updateProfileStatusCall, ({ ctx, body: { status, ...judgement } }) => {
    const { actor, ...origin } = auditedBy(ctx);
    return decideProfile({ ...judgement, to: status }, actor, origin);
  });

  handle(profilesCall, async ({ ctx, body }) => {
    const { result } = await once(ctx, { redis, prefix }, () => submitProfile(body));
    return { profileID: result };
  });

  handle(staffForReviewCall, async ({ ctx }) => {
    const { id } = principalOf(ctx);
    return (await listStaffForReview()).map((each) => presentApplicant(each, id));
  });

  handle(updateStaffStatusCall, ({ ctx, body: { status, ...judgement } }) => {
    const { actor, ...origin } = auditedBy(ctx);
    return decideStaff({ ...judgement, to: status }, actor, origin);
  });
};
