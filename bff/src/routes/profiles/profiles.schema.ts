import { PROFILE_STATUS } from '@partnerdesk/contracts';
import type { SubmittedProfile } from '@partnerdesk/domain';
import Joi from 'joi';
import { id } from '../../middleware/validate';
import { type JudgementFields, judgementFields } from '../moderation/moderation.schema';

export interface ProfileStatusBody extends JudgementFields {
  profileID: number;
  status: number;
  isGood: boolean;
}

/** POST /update-profile-status (docs/PRODUCT.md §7). */
export const profileStatusBody = Joi.object<ProfileStatusBody>({
  profileID: id().required(),
  status: Joi.number().valid(PROFILE_STATUS.approved, PROFILE_STATUS.rejected).required(),
  isGood: Joi.boolean().default(false),
  ...judgementFields,
});

const text = (max: number) => Joi.string().trim().max(max).allow('').default('');

/** POST /profiles: what the service hands in. */
export const submittedProfile = Joi.object<SubmittedProfile>({
  profileID: id(),
  staffID: id().required(),
  profileName: Joi.string().trim().min(1).max(50).required(),
  tagLine: text(200),
  description: text(4000),
});
