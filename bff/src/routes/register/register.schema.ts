import { MAX_LENGTH, MESSAGE } from '@partnerdesk/contracts';
import { passwordProblem } from '@partnerdesk/domain';
import Joi from 'joi';
import { signInEmail } from '../../middleware/validate';

const { FirstName, Password } = MAX_LENGTH.register;
const filled = { 'any.required': MESSAGE.enterAllValues, 'string.empty': MESSAGE.enterAllValues };

/** For `.custom()`: here, so that a refusal names every wrong field at once. */
const newPassword: Joi.CustomValidator<string> = (password, helpers) => {
  const { FirstName, EmailAddress } = helpers.state.ancestors[0] as Record<string, unknown>;
  const problem = passwordProblem(password, 'others', {
    firstName: typeof FirstName === 'string' ? FirstName : undefined,
    emailAddress: typeof EmailAddress === 'string' ? EmailAddress : undefined,
  });
  return problem ? helpers.message({ custom: problem }) : password;
};

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
