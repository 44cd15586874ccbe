import { staffForReviewCall, updateStaffStatusCall } from '@partnerdesk/contracts';
import { decideStaff, listStaffForReview } from '@partnerdesk/domain';
import { auditedBy, principalOf } from '../../context';
import { presentApplicant } from '../moderation/moderation.presenter';
import type { AddRoutes } from '../route-deps';

/** Staff review (docs/PRODUCT.md §2, §7). */
export const addStaffApprovalRoutes: AddRoutes = ({ handle }) => {
  handle(staffForReviewCall, async ({ ctx }) => {
    const { id } = principalOf(ctx);
    return (await listStaffForReview()).map((each) => presentApplicant(each, id));
  });

  handle(updateStaffStatusCall, ({ ctx, body: { status, ...judgement } }) => {
    const { actor, ...origin } = auditedBy(ctx);
    return decideStaff({ ...judgement, to: status }, actor, origin);
  });
};
