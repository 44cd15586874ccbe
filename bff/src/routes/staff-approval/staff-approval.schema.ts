import { STAFF_STATUS } from '@partnerdesk/contracts';
import Joi from 'joi';
import { id } from '../../middleware/validate';
import { judgementFields } from '../moderation/moderation.schema';

/** POST /update-staff-status (docs/PRODUCT.md §7). */
export const staffStatusBody = Joi.object({
  staffID: id().required(),
  status: Joi.number().valid(STAFF_STATUS.approved, STAFF_STATUS.rejected).required(),
  ...judgementFields,
});
