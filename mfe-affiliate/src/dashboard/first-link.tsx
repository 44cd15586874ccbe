import { MAX_TRACKING_ID } from '@partnerdesk/contracts';
import {
  CopyLine,
  Form,
  Link,
  requireFields,
  SubmitButton,
  TextField,
  useAffiliateId,
  useForm,
} from '@partnerdesk/web';
import { useEffect, useRef, useState } from 'react';
import { useAdvertisingLink } from '../links/links';
import { useSaveCampaignMutation } from '../promo-tools/campaigns.api';
import { useGetActivityQuery } from './dashboard.api';

/** The first link, made in place: the name of its place is its source. */
export function FirstLink({ isDone }: { isDone: boolean }) {
  const linkTo = useAdvertisingLink();
  const activity = useGetActivityQuery(useAffiliateId());
  const [save] = useSaveCampaignMutation();
  const [saved, setSaved] = useState<string>();
  const savedRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The form has gone with the focus: it goes on to what was made, unless the person is somewhere else already.
    if (saved && document.activeElement === document.body) savedRef.current?.querySelector('button')?.focus();
  }, [saved]);
  const form = useForm({
    initial: { place: '' },
    validate: (values) => requireFields(values, ['place'], 'Please enter where you will place it'),
    submit: async ({ place }) => {
      const tid = place.trim();
      await save({ name: tid, tid, lp: '', to: '' }).unwrap();
      setSaved(tid);
      // Who has left the dashboard meanwhile reads nothing again.
      if (form.formRef.current) await activity.refetch();
    },
  });
  if (saved)
    return (
      <div ref={savedRef}>
        <CopyLine text={linkTo({ tid: saved })} what="first link" label="Your first link" />
      </div>
    );
  if (isDone)
    return (
      <>
        You have a link to share. <Link to="/promo-tools">Your links</Link>
      </>
    );
  return (
    <Form form={form} label="First link">
      Name its place, such as newsletter or my-blog: reports show what comes from there.
      <div className="aff-save">
        <TextField form={form} name="place" label="Where will you place it?" maxLength={MAX_TRACKING_ID} />
        <SubmitButton variant="outline-primary" submitting={form.submitting}>
          Create link
        </SubmitButton>
      </div>
    </Form>
  );
}
