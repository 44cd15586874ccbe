import { MESSAGE, type RegisterRequest } from '@partnerdesk/contracts';
import { type FormProblem, isEmail, requireFields } from '@partnerdesk/web';

/** The first broken rule of the registration (docs/PRODUCT.md §5). */
export function validateRegistration(values: RegisterRequest): FormProblem<RegisterRequest> | undefined {
  const required = ['FirstName', 'EmailAddress', 'Password', 'ConfirmPassword'] as const;
  const missing = requireFields(values, required, MESSAGE.enterAllValues);
  if (missing) return missing;
  if (!isEmail(values.EmailAddress)) {
    return { alert: MESSAGE.invalidEmail, fields: { EmailAddress: 'Not an email address' } };
  }
  if (values.Password !== values.ConfirmPassword) {
    return {
      alert: MESSAGE.passwordsDoNotMatch,
      fields: { ConfirmPassword: 'Not the same as the password' },
    };
  }
  if (!values.Agreed) return { alert: MESSAGE.agreeToTerms, fields: { Agreed: 'Needed to go on' } };
  return undefined;
}
