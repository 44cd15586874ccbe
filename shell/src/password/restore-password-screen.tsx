import { MAX_LENGTH, MESSAGE } from '@partnerdesk/contracts';
import { FormScreen, refusalOf, requireFields, TextField, useAlerts, useForm } from '@partnerdesk/web';
import { useRequestRestorePasswordMutation } from './password.api';
import submitImage from './submit.svg';

/** 'Forgot Your Password?': asks for the mail with the one-time link. */
export function RestorePasswordScreen() {
  const alerts = useAlerts();
  const [request] = useRequestRestorePasswordMutation();
  const form = useForm({
    initial: { email: '' },
    validate: (values) => requireFields(values, ['email'], MESSAGE.enterEmail),
    submit: async ({ email }) => {
      const refusal = refusalOf(await request(email.trim()).unwrap());
      if (refusal) alerts.danger(refusal);
      else alerts.success(MESSAGE.resetMailSent);
    },
  });
  return (
    <FormScreen
      title="Forgot Your Password?"
      lead="Enter the email address of your account. We send you a link to set a new password."
      form={form}
      label="Forgot your password"
      submit={
        <>
          <img src={submitImage} alt="" width="18" height="18" className="me-2" />
          Submit
        </>
      }
    >
      <TextField
        form={form}
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        maxLength={MAX_LENGTH.restorePassword}
      />
    </FormScreen>
  );
}
