import {
  CheckField,
  Form,
  Link,
  Panel,
  Screen,
  SubmitButton,
  useForm,
  useSearchParams,
} from '@partnerdesk/web';
import { useDenyChangeMutation } from './password.api';

/** Where the mails about a changed account lead: only the button does something, mail programs follow links. */
export function NotMeScreen() {
  const [params] = useSearchParams();
  const [deny, { data }] = useDenyChangeMutation();
  const form = useForm({
    initial: { Restore: true },
    validate: () => undefined,
    submit: ({ Restore }) => deny({ Token: params.get('token') ?? '', Restore }).unwrap(),
  });
  return (
    <Screen
      title="This wasn’t me"
      lead="Somebody else has changed your account? Secure it: its password becomes void, everybody is signed out, and all API keys end."
      narrow
    >
      <Panel>
        {data ? (
          <p role="status">{data.response}</p>
        ) : (
          <Form form={form} label="This wasn’t me">
            <CheckField
              form={form}
              name="Restore"
              label="Also set the email back, and remove payment details that were entered since"
            />
            <SubmitButton submitting={form.submitting}>Secure account</SubmitButton>
          </Form>
        )}
        {data?.isSuccessful && (
          <p className="mb-0">
            <Link to="/restore-password">Set a new password</Link>, or <Link to="/contact">write to us</Link>.
          </p>
        )}
      </Panel>
    </Screen>
  );
}
