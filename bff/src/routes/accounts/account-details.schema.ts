import { ACCOUNT_KINDS } from '@partnerdesk/contracts';
import { HIDDEN_NUMBERS } from '@partnerdesk/domain';
import Joi from 'joi';
import { id } from '../../middleware/validate';

/** Names one account. */
export const accountFields = {
  kind: Joi.valid(...ACCOUNT_KINDS).required(),
  id: id().required(),
};

/** GET /account-figures. */
export const accountQuery = Joi.object(accountFields);

/** GET /payment-changes. */
export const payeeQuery = Joi.object({
  kind: Joi.valid('affiliate', 'staff').required(),
  id: id().required(),
});

/** POST /reveal-number. */
export const revealBody = Joi.object({
  kind: Joi.valid('affiliate', 'staff').required(),
  id: id().strict().required(),
  field: Joi.valid(...HIDDEN_NUMBERS).required(),
});
