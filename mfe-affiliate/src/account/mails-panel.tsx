import { NOTICE_TEXT, NOTICES, type Notice } from '@partnerdesk/contracts';
import { CheckField, Form, Panel, QueryView, SubmitButton, useAlerts, useForm } from '@partnerdesk/web';
import { useGetNoticesQuery, useSaveNoticesMutation } from './account.api';

/** Which mails the affiliate wants (docs/RULES.md, Mails). */
export function MailsPanel() {
  const query = useGetNoticesQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Panel title="Emails">
      <QueryView query={query} failure="Your email settings could not be loaded.">
        {({ on }) => <MailsForm key={on.join()} on={on} />}
      </QueryView>
    </Panel>
  );
}

function MailsForm({ on }: { on: readonly Notice[] }) {
  const alerts = useAlerts();
  const [save] = useSaveNoticesMutation();
  const form = useForm<Record<Notice, boolean>>({
    initial: {
      'payment-executed': on.includes('payment-executed'),
      'payment-returned': on.includes('payment-returned'),
      'weekly-summary': on.includes('weekly-summary'),
    },
    validate: () => undefined,
    submit: async (values) => {
      await save({ on: NOTICES.filter((notice) => values[notice]) }).unwrap();
      alerts.success('Your email settings have been saved');
    },
  });
  return (
    <Form form={form} label="Which emails you get">
      {NOTICES.map((notice) => (
        <CheckField key={notice} form={form} name={notice} label={NOTICE_TEXT[notice]} />
      ))}
      <p className="pd-field-hint">
        Emails about your password, email and payment details always go out: they protect your account.
      </p>
      <SubmitButton submitting={form.submitting} variant="outline-primary">
        Save email settings
      </SubmitButton>
    </Form>
  );
}
