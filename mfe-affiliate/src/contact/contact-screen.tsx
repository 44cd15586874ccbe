import { type ContactMessage, MAX_LENGTH, MESSAGE, sendContactMessageCall } from '@partnerdesk/contracts';
import {
  api,
  ask,
  FormScreen,
  refusalOf,
  requireEmail,
  requireFields,
  TextAreaField,
  TextField,
  useAffiliateId,
  useAlerts,
  useForm,
  useLeaveGuard,
  useSession,
} from '@partnerdesk/web';
import { useCaptcha } from '../captcha/use-captcha';

const { useSendContactMessageMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    sendContactMessage: build.mutation(ask(sendContactMessageCall, (body: ContactMessage) => ({ body }))),
  }),
});

/** The contact form; visitors pass an invisible captcha, signed-in users need none. */
export function ContactScreen() {
  const alerts = useAlerts();
  const captcha = useCaptcha();
  const AffiliateID = useAffiliateId();
  const ownAddress = useSession()?.emailAddress ?? '';
  const [send] = useSendContactMessageMutation();
  const form = useForm({
    initial: { EmailAddress: ownAddress, Subject: '', Message: '' },
    validate: (values) =>
      requireFields(values, ['EmailAddress', 'Subject', 'Message'], MESSAGE.enterAllValues) ??
      requireEmail(values, 'EmailAddress'),
    submit: async (values) => {
      const CaptchaToken = await captcha.take();
      if (CaptchaToken === undefined) return;
      const message = { ...values, EmailAddress: values.EmailAddress.trim(), AffiliateID, CaptchaToken };
      const refusal = refusalOf(await send(message).unwrap());
      if (refusal) return void alerts.danger(refusal);
      alerts.success(MESSAGE.messageSent);
      form.reset({ EmailAddress: values.EmailAddress, Subject: '', Message: '' });
    },
  });
  const { Subject, Message } = form.values;
  useLeaveGuard(!form.submitting && (Subject !== '' || Message !== ''));
  const { contact: max } = MAX_LENGTH;
  return (
    <FormScreen
      title="Contact"
      lead="How can we help you? We answer by email."
      form={form}
      label="Contact"
      submit="Send"
      onFocus={captcha.prepare}
    >
      <TextField
        form={form}
        name="EmailAddress"
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={max.EmailAddress}
        required
      />
      <TextField form={form} name="Subject" label="Subject" maxLength={max.Subject} required />
      <TextAreaField form={form} name="Message" label="Message" maxLength={max.Message} rows={8} required />
    </FormScreen>
  );
}
