import { LOGIN_RESULT, MESSAGE } from '@partnerdesk/contracts';
import {
  FormScreen,
  NewPasswordFields,
  requireFields,
  useAlerts,
  useForm,
  useNavigate,
  useSearchParams,
} from '@partnerdesk/web';
import { useResetPasswordMutation } from './password.api';

const EMPTY = { Password: '', ConfirmPassword: '' };

/** A mismatch marks the confirm field only, under the same message as empty fields (docs/PRODUCT.md §5). */
function validate(values: typeof EMPTY) {
  const missing = requireFields(values, ['Password', 'ConfirmPassword'], MESSAGE.enterAllValues);
  if (missing || values.Password === values.ConfirmPassword) return missing;
  return { alert: MESSAGE.enterAllValues, fields: { ConfirmPassword: 'Not the same as the new password' } };
}

/** 'Password Reset': where the link of the reset mail, or of an invitation, leads with its one-time token. */
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
      navigate('/login');
      alerts.success(MESSAGE.resetDone);
    },
  });
  return (
    <FormScreen
      title="Password Reset"
      {...(params.has('invitation') && {
        lead: 'You are invited to the office. Set a password to sign in with.',
      })}
      form={form}
      label="Password reset"
      submit="Update Password"
    >
      <NewPasswordFields form={form} names={['Password', 'ConfirmPassword']} />
    </FormScreen>
  );
}
