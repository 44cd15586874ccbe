import { ACCOUNT_KINDS } from '@partnerdesk/contracts';
import Joi from 'joi';
import { id } from '../../middleware/validate';

/** GET /export-personal-data, GET /erasure. */
export const personQuery = Joi.object({
  kind: Joi.valid(...ACCOUNT_KINDS).required(),
  id: id().required(),
});

/** POST /erase-person; confirm: erasureWords of the person. */
export const eraseBody = Joi.object({
  kind: Joi.valid(...ACCOUNT_KINDS).required(),
  id: id().strict().required(),
  confirm: Joi.string().max(100).required(),
});
