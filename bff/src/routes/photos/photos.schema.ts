import { IMAGE_TYPE } from '@partnerdesk/contracts';
import Joi from 'joi';
import { id } from '../../middleware/validate';

/** The query of POST /photos: type 1 with staffID; 2 and 3 with staffID and profileID; 4 with memberID. */
export const photoQuery = Joi.object({
  type: Joi.number()
    .valid(...Object.values(IMAGE_TYPE))
    .required(),
  staffID: id(),
  profileID: id(),
  memberID: id(),
});
