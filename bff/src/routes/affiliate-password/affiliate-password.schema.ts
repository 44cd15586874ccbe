import { MAX_LENGTH, MESSAGE } from '@partnerdesk/contracts';
import Joi from 'joi';
import { id } from '../../middleware/validate';

const filled = { 'any.required': MESSAGE.enterNewPassword, 'string.empty': MESSAGE.enterNewPassword };

/** POST /update-affiliate-password (docs/PRODUCT.md §5). */
export const updatePasswordBody = Joi.object({
  AffID: id().required(),
  NewPassword: Joi.string().max(MAX_LENGTH.newPassword).required().messages(filled),
  ConfirmNewPassword: Joi.string()
    .valid(Joi.ref('NewPassword'))
    .required()
    .messages({ '*': MESSAGE.passwordsDoNotMatch }),
});
