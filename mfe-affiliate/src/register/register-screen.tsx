import {
  MAX_LENGTH,
  MESSAGE,
  REGISTER_RESULT,
  type RegisterRequest,
  registerCall,
} from '@partnerdesk/contracts';
import {
  api,
  ask,
  CheckField,
  Form,
  type FormProblem,
  Link,
  NewPasswordFields,
  Panel,
  patchSession,
  requireEmail,
  requireFields,
  Screen,
  SubmitButton,
  TextField,
  useAlerts,
  useAppDispatch,
  useForm,
  useLogin,
  useNavigate,
} from '@partnerdesk/web';
import { TextBlock } from '../text-blocks/text-block';

const { useRegisterMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    register: build.mutation(ask(registerCall, (body: RegisterRequest) => ({ body }))),
  }),
});

/** The first broken rule of the registration (docs/PRODUCT.md §5). */
function validate(values: RegisterRequest): FormProblem<RegisterRequest> | undefined {
  const required = ['FirstName', 'EmailAddress', 'Password', 'ConfirmPassword'] as const;
  const problem =
    requireFields(values, required, MESSAGE.enterAllValues) ?? requireEmail(values, 'EmailAddress');
  if (problem) return problem;
  if (values.Password !== values.ConfirmPassword)
    return {
      alert: MESSAGE.passwordsDoNotMatch,
      fields: { ConfirmPassword: 'Not the same as the password' },
    };
  if (!values.Agreed) return { alert: MESSAGE.agreeToTerms, fields: { Agreed: 'Needed to go on' } };
  return undefined;
}

const EMPTY = { FirstName: '', EmailAddress: '', Password: '', ConfirmPassword: '', Agreed: false };

/** Registration; afterwards the new affiliate is signed in and on the dashboard (docs/PRODUCT.md §4). */
export function RegisterScreen() {
  const alerts = useAlerts();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const login = useLogin();
  const [register] = useRegisterMutation();
  const form = useForm({
    initial: EMPTY,
    validate,
    submit: async (typed) => {
      const values = { ...typed, EmailAddress: typed.EmailAddress.trim(), FirstName: typed.FirstName.trim() };
      const { result } = await register(values).unwrap();
      if (result === REGISTER_RESULT.emailUsed) return void alerts.danger(MESSAGE.emailUsed);
      const { EmailAddress, Password } = values;
      const { person, problem } = await login({ EmailAddress, Password, RememberMe: false });
      if (person) dispatch(patchSession({ paymentInfoSet: false }));
      navigate(person ? '/dashboard' : '/login');
      if (problem) alerts.danger(problem);
    },
  });
  const { register: max } = MAX_LENGTH;
  return (
    <Screen title="Register" heading="Become an affiliate">
      <div className="pd-columns">
        <Panel>
          <Form form={form} label="Register">
            <TextField
              form={form}
              name="FirstName"
              label="First Name"
              autoComplete="given-name"
              maxLength={max.FirstName}
              required
            />
            <TextField
              form={form}
              name="EmailAddress"
              label="Email"
              type="email"
              autoComplete="username"
              maxLength={max.EmailAddress}
              required
            />
            <NewPasswordFields
              form={form}
              names={['Password', 'ConfirmPassword']}
              labels={['Password', 'Confirm Password']}
              who="others"
              required
            />
            <CheckField
              form={form}
              name="Agreed"
              label={
                <>
                  I agree to the {/* A tab of its own: what is typed here stays. */}
                  <Link to="/terms" target="_blank">
                    Terms
                  </Link>
                </>
              }
            />
            <SubmitButton submitting={form.submitting}>Register</SubmitButton>
            <p className="mt-3 mb-0">
              Registered already? <Link to="/login">Log in</Link>
            </p>
          </Form>
        </Panel>
        <Panel>
          <TextBlock name="aff_index" />
        </Panel>
      </div>
    </Screen>
  );
}
