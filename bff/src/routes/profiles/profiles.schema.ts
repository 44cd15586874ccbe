import { PROFILE_STATUS } from '@partnerdesk/contracts';
import Joi from 'joi';
import { id } from '../../middleware/validate';
import { judgementFields } from '../moderation/moderation.schema';

/** POST /update-profile-status (docs/PRODUCT.md §7). */
export const profileStatusBody = Joi.object({
  profileID: id().required(),
  status: Joi.number().valid(PROFILE_STATUS.approved, PROFILE_STATUS.rejected).required(),
  isGood: Joi.boolean().default(false),
  ...judgementFields,
});
