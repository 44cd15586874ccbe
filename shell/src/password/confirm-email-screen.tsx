import { Form, Link, Panel, Screen, SubmitButton, useForm, useSearchParams } from '@partnerdesk/web';
import { useConfirmEmailMutation } from './password.api';

/** Where the mail to a new email leads: only the button does something, mail programs follow links. */
export function ConfirmEmailScreen() {
  const [params] = useSearchParams();
  const [confirm, { data }] = useConfirmEmailMutation();
  const form = useForm({
    initial: {},
    validate: () => undefined,
    submit: () => confirm({ Token: params.get('token') ?? '' }).unwrap(),
  });
  return (
    <Screen
      title="Confirm your email"
      lead="From then on you log in with the email that this link was mailed to."
      narrow
    >
      <Panel>
        {data ? (
          <>
            <p role="status">{data.response}</p>
            <p className="mb-0">
              <Link to="/login">Login</Link>, or <Link to="/contact">write to us</Link>.
            </p>
          </>
        ) : (
          <Form form={form} label="Confirm your email">
            <SubmitButton submitting={form.submitting}>Confirm email</SubmitButton>
          </Form>
        )}
      </Panel>
    </Screen>
  );
}
