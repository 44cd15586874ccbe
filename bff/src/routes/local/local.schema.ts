import { MAX_TEXT_BLOCK, MESSAGE } from '@partnerdesk/contracts';
import Joi from 'joi';

const html = Joi.string().max(MAX_TEXT_BLOCK).required().messages({
  'any.required': MESSAGE.enterAllValues,
  'string.empty': MESSAGE.enterAllValues,
});

/** PUT /local/{name}. */
export const textBlockBody = Joi.object({
  html,
  version: Joi.number().strict().integer().min(0).required(),
});

/** POST /text-block-preview. */
export const previewBody = Joi.object({ html });
