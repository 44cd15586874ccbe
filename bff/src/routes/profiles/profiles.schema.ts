import Joi from 'joi';
import { id } from '../../middleware/validate';

const text = (max: number) => Joi.string().trim().max(max).allow('').default('');

/** POST /profiles: what the service hands in. */
export const submittedProfile = Joi.object({
  profileID: id(),
  staffID: id().required(),
  profileName: Joi.string().trim().min(1).max(50).required(),
  tagLine: text(200),
  description: text(4000),
});
