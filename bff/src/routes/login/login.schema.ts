import { type LoginRequest, MAX_LENGTH, MESSAGE } from '@partnerdesk/contracts';
import Joi from 'joi';

const required = {
  'any.required': MESSAGE.enterAllValues,
  'string.empty': MESSAGE.enterAllValues,
};
const { EmailAddress, Password } = MAX_LENGTH.login;

/** POST /login (spec §5). ConfirmPassword comes with the browser's model and says nothing here. */
export const loginBody = Joi.object<LoginRequest, true>({
  EmailAddress: Joi.string().trim().max(EmailAddress).required().messages(required),
  Password: Joi.string().max(Password).required().messages(required),
  ConfirmPassword: Joi.string().max(Password).allow(''),
  RememberMe: Joi.boolean(),
  Token: Joi.string().max(200).allow(''),
});
