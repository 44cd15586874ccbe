import { MAX_LENGTH, MESSAGE } from '@partnerdesk/contracts';
import Joi from 'joi';

export interface RestorePasswordQuery {
  email: string;
}

const filled = { 'any.required': MESSAGE.enterEmail, 'string.empty': MESSAGE.enterEmail };

/** GET /send-request-restore-password (docs/PRODUCT.md §5). */
export const restorePasswordQuery = Joi.object<RestorePasswordQuery, true>({
  email: Joi.string().trim().max(MAX_LENGTH.restorePassword).required().messages(filled),
});
