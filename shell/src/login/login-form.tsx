import { MAX_LENGTH, MESSAGE, type SessionInfo } from '@partnerdesk/contracts';
import {
  CheckField,
  Form,
  requireFields,
  SubmitButton,
  TextField,
  useAlerts,
  useForm,
  useLogin,
} from '@partnerdesk/web';
import type { ReactNode } from 'react';

interface LoginValues {
  EmailAddress: string;
  Password: string;
  RememberMe: boolean;
}

interface LoginFormProps {
  /** In the header: one line, labels for screen readers only. */
  compact?: boolean;
  /** The address is fixed: the same person signs in again. */
  emailAddress?: string;
  onLogin?: (person: SessionInfo) => void;
  children?: ReactNode;
}

/** Email, password, remember me; says what is wrong with the texts of docs/PRODUCT.md §5, §8. */
export function LoginForm({ compact, emailAddress = '', onLogin, children }: LoginFormProps) {
  const alerts = useAlerts();
  const login = useLogin();
  const form = useForm<LoginValues>({
    initial: { EmailAddress: emailAddress, Password: '', RememberMe: false },
    validate: (values) => requireFields(values, ['EmailAddress', 'Password'], MESSAGE.enterAllValues),
    submit: async (values) => {
      const { person, problem } = await login({ ...values, EmailAddress: values.EmailAddress.trim() });
      if (person) onLogin?.(person);
      else alerts.danger(problem);
    },
  });
  const { login: max } = MAX_LENGTH;
  return (
    <Form form={form} label="Login">
      <TextField
        form={form}
        name="EmailAddress"
        label="Email"
        type="email"
        autoComplete="username"
        maxLength={max.EmailAddress}
        compact={compact}
      />
      <TextField
        form={form}
        name="Password"
        label="Password"
        type="password"
        autoComplete="current-password"
        maxLength={max.Password}
        compact={compact}
      />
      <CheckField form={form} name="RememberMe" label="Remember me" />
      {/* In the header: the screen has the primary button. */}
      <SubmitButton submitting={form.submitting} {...(compact && { variant: 'outline-primary', size: 'sm' })}>
        Login
      </SubmitButton>
      {children}
    </Form>
  );
}
