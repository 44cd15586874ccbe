import { MESSAGE } from '@partnerdesk/contracts';
import {
  Form,
  type FormProblem,
  NewPasswordFields,
  Panel,
  requireFields,
  SubmitButton,
  useAlerts,
  useForm,
  useSession,
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
  const { affID: AffID = 0, emailAddress = '' } = useSession() ?? {};
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
  return (
    <Panel title="Change Password">
      <Form form={form} label="Change password">
        {/* Lets password managers know whose password changes. */}
        <input type="text" autoComplete="username" value={emailAddress} readOnly hidden />
        <div className="pd-form-grid">
          <NewPasswordFields form={form} names={['NewPassword', 'ConfirmNewPassword']} who="others" />
        </div>
        <SubmitButton submitting={form.submitting} variant="outline-primary">
          Change Password
        </SubmitButton>
      </Form>
    </Panel>
  );
}
