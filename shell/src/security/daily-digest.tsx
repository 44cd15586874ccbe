import { NOTICE_TEXT } from '@partnerdesk/contracts';
import { CheckField, Form, QueryView, SubmitButton, useAlerts, useForm } from '@partnerdesk/web';
import { useGetDailyDigestQuery, useSaveDailyDigestMutation } from './security.api';

/** Whether the administrator gets a mail a day about what waits (docs/RULES.md, Mails). */
export function DailyDigest() {
  const query = useGetDailyDigestQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <QueryView query={query} failure="Your email settings could not be loaded.">
      {({ on }) => <DigestForm key={String(on)} on={on} />}
    </QueryView>
  );
}

function DigestForm({ on }: { on: boolean }) {
  const alerts = useAlerts();
  const [save] = useSaveDailyDigestMutation();
  const form = useForm({
    initial: { on },
    validate: () => undefined,
    submit: async (values) => {
      await save(values).unwrap();
      alerts.success('Your email settings have been saved');
    },
  });
  return (
    <Form form={form} label="Which emails you get">
      <CheckField form={form} name="on" label={NOTICE_TEXT['daily-digest']} hint="Only if something waits" />
      <SubmitButton submitting={form.submitting}>Save email settings</SubmitButton>
    </Form>
  );
}
