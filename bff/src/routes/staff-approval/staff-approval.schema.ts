import { STAFF_STATUS } from '@partnerdesk/contracts';
import Joi from 'joi';
import { id } from '../../middleware/validate';
import { type JudgementFields, judgementFields } from '../moderation/moderation.schema';

export interface StaffStatusBody extends JudgementFields {
  staffID: number;
  status: number;
}

/** POST /update-staff-status (docs/PRODUCT.md §7). */
export const staffStatusBody = Joi.object<StaffStatusBody>({
  staffID: id().required(),
  status: Joi.number().valid(STAFF_STATUS.approved, STAFF_STATUS.rejected).required(),
  ...judgementFields,
});
