import { MAX_LENGTH, MESSAGE } from '@partnerdesk/contracts';
import {
  Form,
  type FormProblem,
  Panel,
  requireFields,
  SubmitButton,
  TextField,
  useAffiliateId,
  useAlerts,
  useForm,
} from '@partnerdesk/web';
import { useUpdatePasswordMutation } from './account.api';

const EMPTY = { NewPassword: '', ConfirmNewPassword: '' };

function validate(values: typeof EMPTY): FormProblem<typeof EMPTY> | undefined {
  const missing = requireFields(values, ['NewPassword'], MESSAGE.enterNewPassword);
  if (missing || values.NewPassword === values.ConfirmNewPassword) return missing;
  return {
    alert: MESSAGE.passwordsDoNotMatch,
    fields: { ConfirmNewPassword: 'Not the same as the new password' },
  };
}

/** Password change. */
export function PasswordForm() {
  const alerts = useAlerts();
  const AffID = useAffiliateId();
  const [update] = useUpdatePasswordMutation();
  const form = useForm({
    initial: EMPTY,
    validate,
    submit: async (values) => {
      await update({ AffID, ...values }).unwrap();
      alerts.success(MESSAGE.passwordUpdated);
      form.reset(EMPTY);
    },
  });
  const max = MAX_LENGTH.newPassword;
  return (
    <Panel title="Change Password">
      <Form form={form} label="Change password">
        <div className="pd-form-grid">
          <TextField
            form={form}
            name="NewPassword"
            label="New Password"
            type="password"
            autoComplete="new-password"
            maxLength={max}
          />
          <TextField
            form={form}
            name="ConfirmNewPassword"
            label="Confirm New Password"
            type="password"
            autoComplete="new-password"
            maxLength={max}
          />
        </div>
        <SubmitButton submitting={form.submitting} variant="outline-primary">
          Change Password
        </SubmitButton>
      </Form>
    </Panel>
  );
}
