import { MAX_LENGTH, MESSAGE } from '@partnerdesk/contracts';
import Joi from 'joi';
import { factorProof } from '../../second-factor/proof.schema';

const filled = { 'any.required': MESSAGE.enterAllValues, 'string.empty': MESSAGE.enterAllValues };
const { EmailAddress, Password } = MAX_LENGTH.login;
const MAX_TOKEN = 100;
const MAX_CAPTCHA_TOKEN = 1000;

/** A sign-in (docs/PRODUCT.md §5). ConfirmPassword comes with the browser's model and says nothing here. */
const signInBody = Joi.object({
  EmailAddress: Joi.string().trim().max(EmailAddress).required().messages(filled),
  Password: Joi.string().max(Password).required().messages(filled),
  ConfirmPassword: Joi.string().max(Password).allow(''),
  RememberMe: Joi.boolean(),
  SecondFactor: factorProof,
  CaptchaToken: Joi.string().max(MAX_CAPTCHA_TOKEN),
  Token: Joi.valid('').strip(),
});

/** The password model of the reset screen (docs/PRODUCT.md §7): both entries, and the one-time token of the mail. */
const resetBody = Joi.object({
  Token: Joi.string().max(MAX_TOKEN).required(),
  Password: Joi.string().max(MAX_LENGTH.newPassword).required().messages(filled),
  ConfirmPassword: Joi.valid(Joi.ref('Password')).required().messages({ '*': MESSAGE.enterAllValues }),
  EmailAddress: Joi.string().max(EmailAddress).allow(''),
  RememberMe: Joi.boolean(),
});

/** POST /login: with a token the reset, else the sign-in. */
export const loginBody = Joi.alternatives().conditional(
  Joi.object({ Token: Joi.string().min(1).required() }).unknown(),
  { then: resetBody, otherwise: signInBody },
);
