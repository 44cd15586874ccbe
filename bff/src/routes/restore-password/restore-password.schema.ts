import { MAX_LENGTH, MESSAGE } from '@partnerdesk/contracts';
import Joi from 'joi';

const filled = { 'any.required': MESSAGE.enterEmail, 'string.empty': MESSAGE.enterEmail };

/** GET /send-request-restore-password (docs/PRODUCT.md §5). */
export const restorePasswordQuery = Joi.object({
  email: Joi.string().trim().max(MAX_LENGTH.restorePassword).required().messages(filled),
});
