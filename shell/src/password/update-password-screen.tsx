import { LOGIN_RESULT, MESSAGE } from '@partnerdesk/contracts';
import {
  FormScreen,
  Link,
  NewPasswordFields,
  Panel,
  requireFields,
  Screen,
  useAlerts,
  useForm,
  useNavigate,
  useSearchParams,
} from '@partnerdesk/web';
import { useState } from 'react';
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
  const token = params.get('token') ?? '';
  const isInvitation = params.has('invitation');
  const [isStale, setStale] = useState(token === '');
  const [resetPassword] = useResetPasswordMutation();
  const form = useForm({
    initial: EMPTY,
    validate,
    submit: async (values) => {
      const { result } = await resetPassword({ ...values, Token: token }).unwrap();
      if (result !== LOGIN_RESULT.success) return setStale(true);
      navigate('/login');
      alerts.success(MESSAGE.resetDone);
    },
  });
  if (isStale) return <StaleLink isInvitation={isInvitation} />;
  return (
    <FormScreen
      title="Password Reset"
      lead={isInvitation ? 'You are invited to the office. Set a password to sign in with.' : undefined}
      form={form}
      label="Password reset"
      submit="Update Password"
    >
      <NewPasswordFields
        form={form}
        names={['Password', 'ConfirmPassword']}
        who={isInvitation ? 'office' : 'anybody'}
      />
    </FormScreen>
  );
}

/** In place of the form, which such a link can never send. */
function StaleLink({ isInvitation }: { isInvitation: boolean }) {
  return (
    <Screen title="Password Reset" narrow>
      <Panel>
        <p role="alert">This link has been used already or is too old. Your password was not changed.</p>
        {isInvitation ? (
          <p className="mb-0">Ask the administrator who invited you for a new invitation.</p>
        ) : (
          <Link to="/restore-password">Ask for a new link</Link>
        )}
      </Panel>
    </Screen>
  );
}
