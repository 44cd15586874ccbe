import Joi from 'joi';
import { accountFields } from '../accounts/account-details.schema';

/** The lines about one account. */
export const historyQuery = Joi.object({
  ...accountFields,
  page: Joi.number().integer().min(1).max(1000).default(1),
});
