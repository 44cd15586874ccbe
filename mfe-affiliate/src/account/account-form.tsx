import { MESSAGE } from '@partnerdesk/contracts';
import {
  Form,
  getSession,
  patchSession,
  SubmitButton,
  useAlerts,
  useAppDispatch,
  useConfiguration,
  useForm,
  useLeaveGuard,
  useNavigate,
} from '@partnerdesk/web';
import { useUpdateAccountMutation } from './account.api';
import { validateAccount } from './account-rules';
import {
  type Account,
  type AccountValues,
  accountRequest,
  accountValues,
  asksForTax,
  isPaymentSaved,
  isTaxSaved,
} from './account-values';
import { PaymentFields, SavedPayment, SavedTax, TaxFields } from './payment-and-tax';
import { PersonalFields } from './personal-fields';

/** Personal, payment and tax information under one Save; afterwards the dashboard (docs/PRODUCT.md §4). */
export function AccountForm({ account }: { account: Account }) {
  const alerts = useAlerts();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { countries } = useConfiguration();
  const [update] = useUpdateAccountMutation();
  const initial = accountValues(account);
  const form = useForm({
    initial,
    validate: (values) => validateAccount(account, values),
    submit: async (values) => {
      await update(accountRequest(account, values, countries)).unwrap();
      dispatch(patchSession({ paymentInfoSet: true }));
      // accountStatus and the address may have changed as well: the server knows.
      void dispatch(getSession.initiate(undefined, { forceRefetch: true, subscribe: false }));
      // Who has gone on to another screen meanwhile stays there.
      if (form.formRef.current) navigate('/dashboard');
      alerts.success(MESSAGE.accountUpdated);
    },
  });
  const names = Object.keys(initial) as (keyof AccountValues)[];
  useLeaveGuard(!form.submitting && names.some((name) => form.values[name] !== initial[name]));
  return (
    <Form form={form} label="Account">
      <PersonalFields form={form} personal={account.personal} />
      {isPaymentSaved(account) ? <SavedPayment payment={account.payment} /> : <PaymentFields form={form} />}
      {isTaxSaved(account) && <SavedTax tax={account.tax} />}
      {asksForTax(account, form.values.countryID) && <TaxFields form={form} />}
      <div className="pd-form-end">
        <SubmitButton submitting={form.submitting}>Save</SubmitButton>
      </div>
    </Form>
  );
}
