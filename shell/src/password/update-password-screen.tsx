import { LOGIN_RESULT, MAX_LENGTH, MESSAGE } from '@partnerdesk/contracts';
import {
  Form,
  Panel,
  requireFields,
  Screen,
  SubmitButton,
  TextField,
  useAlerts,
  useForm,
} from '@partnerdesk/web';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useResetPasswordMutation } from './password.api';

const EMPTY = { Password: '', ConfirmPassword: '' };

/** A mismatch marks the confirm field only, under the same message as empty fields (spec §5). */
function validate(values: typeof EMPTY) {
  const missing = requireFields(values, ['Password', 'ConfirmPassword'], MESSAGE.enterAllValues);
  if (missing || values.Password === values.ConfirmPassword) return missing;
  return { alert: MESSAGE.enterAllValues, fields: { ConfirmPassword: 'Not the same as the new password' } };
}

/** 'Password Reset': where the link of the reset mail leads, with its one-time token. */
export function UpdatePasswordScreen() {
  const alerts = useAlerts();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [resetPassword] = useResetPasswordMutation();
  const form = useForm({
    initial: EMPTY,
    validate,
    submit: async (values) => {
      const { result } = await resetPassword({ ...values, Token: params.get('token') ?? '' }).unwrap();
      if (result !== LOGIN_RESULT.success) return;
      alerts.success(MESSAGE.resetDone);
      navigate('/login');
    },
  });
  const max = MAX_LENGTH.newPassword;
  return (
    <Screen title="Password Reset" narrow>
      <Panel>
        <Form form={form} label="Password reset">
          <TextField
            form={form}
            name="Password"
            label="New Password"
            type="password"
            autoComplete="new-password"
            maxLength={max}
          />
          <TextField
            form={form}
            name="ConfirmPassword"
            label="Confirm New Password"
            type="password"
            autoComplete="new-password"
            maxLength={max}
          />
          <SubmitButton submitting={form.submitting}>Update Password</SubmitButton>
        </Form>
      </Panel>
    </Screen>
  );
}
