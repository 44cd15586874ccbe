import { MESSAGE, type RegisterRequest } from '@partnerdesk/contracts';
import { type FormProblem, requireEmail, requireFields } from '@partnerdesk/web';

/** The first broken rule of the registration (docs/PRODUCT.md §5). */
export function validateRegistration(values: RegisterRequest): FormProblem<RegisterRequest> | undefined {
  const required = ['FirstName', 'EmailAddress', 'Password', 'ConfirmPassword'] as const;
  const problem =
    requireFields(values, required, MESSAGE.enterAllValues) ?? requireEmail(values, 'EmailAddress');
  if (problem) return problem;
  if (values.Password !== values.ConfirmPassword) {
    return {
      alert: MESSAGE.passwordsDoNotMatch,
      fields: { ConfirmPassword: 'Not the same as the password' },
    };
  }
  if (!values.Agreed) return { alert: MESSAGE.agreeToTerms, fields: { Agreed: 'Needed to go on' } };
  return undefined;
}
