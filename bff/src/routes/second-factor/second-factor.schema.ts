import { MAX_PASSKEY_NAME } from '@partnerdesk/contracts';
import Joi from 'joi';
import { passkeyAnswer } from '../../second-factor/proof.schema';

export const codeBody = Joi.object({
  Code: Joi.string().trim().max(40).required().messages({ '*': 'Please enter the code' }),
});

export const passkeyBody = Joi.object({
  name: Joi.string()
    .trim()
    .max(MAX_PASSKEY_NAME)
    .required()
    .messages({ 'any.required': 'Please enter a name', 'string.empty': 'Please enter a name' }),
  response: passkeyAnswer.required(),
});
