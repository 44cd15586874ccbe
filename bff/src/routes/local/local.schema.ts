import { MESSAGE } from '@partnerdesk/contracts';
import Joi from 'joi';

const MAX_HTML = 50_000;

/** PUT /local/{name}. */
export const textBlockBody = Joi.object({
  html: Joi.string().max(MAX_HTML).required().messages({ 'any.required': MESSAGE.enterAllValues }),
});
