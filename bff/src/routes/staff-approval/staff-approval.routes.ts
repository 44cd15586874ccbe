import { decideStaff, listStaffForReview } from '@partnerdesk/domain';
import { auditedBy, principalOf } from '../../context';
import { permit } from '../../middleware/policy';
import { validBody } from '../../middleware/validate';
import { mayModerate } from '../moderation/moderation.policy';
import { presentApplicant } from '../moderation/moderation.presenter';
import type { AddRoutes } from '../route-deps';
import { staffStatusBody } from './staff-approval.schema';

/** Staff review (docs/PRODUCT.md §2, §7). */
export const addStaffApprovalRoutes: AddRoutes = (router, { session }) => {
  const moderator = [session, permit(mayModerate)] as const;

  router.get('/staff-for-review', ...moderator, async (ctx) => {
    const { id } = principalOf(ctx);
    ctx.body = (await listStaffForReview()).map((each) => presentApplicant(each, id));
  });

  router.post('/update-staff-status', ...moderator, validBody(staffStatusBody), async (ctx) => {
    const { status, ...judgement } = ctx.state.body;
    const { actor, ...origin } = auditedBy(ctx);
    ctx.body = await decideStaff({ ...judgement, to: status }, actor, origin);
  });
};
