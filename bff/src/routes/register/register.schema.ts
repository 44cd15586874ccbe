import { MAX_LENGTH, MESSAGE } from '@partnerdesk/contracts';
import Joi from 'joi';
import { newPassword, signInEmail } from '../../middleware/validate';

const { FirstName, Password } = MAX_LENGTH.register;
const filled = { 'any.required': MESSAGE.enterAllValues, 'string.empty': MESSAGE.enterAllValues };

/** POST /register (docs/PRODUCT.md §5). */
export const registerBody = Joi.object({
  FirstName: Joi.string().trim().max(FirstName).required().messages(filled),
  EmailAddress: signInEmail(MESSAGE.enterAllValues),
  Password: Joi.string().max(Password).custom(newPassword).required().messages(filled),
  ConfirmPassword: Joi.string()
    .valid(Joi.ref('Password'))
    .required()
    .messages({ ...filled, 'any.only': MESSAGE.passwordsDoNotMatch }),
  Agreed: Joi.boolean().valid(true).required().messages({ '*': MESSAGE.agreeToTerms }),
});
