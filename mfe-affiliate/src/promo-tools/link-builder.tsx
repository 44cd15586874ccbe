import { MAX_TRACKING_ID } from '@partnerdesk/contracts';
import { CopyLine, type FormState, Panel, SelectField, TextField, useConfiguration } from '@partnerdesk/web';
import { useState } from 'react';
import { useAdvertisingLink } from '../links/links';

interface Marks {
  tid: string;
  lp: string;
}

/** Builds a link with the affiliate's own source id (?tid) and, if wanted, a landing page (?lp). */
export function LinkBuilder() {
  const { landingPagesCategories } = useConfiguration();
  const [marks, setMarks] = useState<Marks>({ tid: '', lp: '' });
  const link = useAdvertisingLink()({ tid: marks.tid.trim(), lp: marks.lp });
  const form = {
    values: marks,
    errors: {},
    set: (name: keyof Marks, value: string) => setMarks((before) => ({ ...before, [name]: value })),
  } as FormState<Marks>;
  const pages = landingPagesCategories.flatMap((category) =>
    category.pages.map((page) => ({ value: page.lp, label: `${category.name}: ${page.title}` })),
  );
  return (
    <Panel title="Tracking-source link">
      <div className="pd-form-grid">
        <TextField
          form={form}
          name="tid"
          label="Source id"
          hint="A name of your own for the place of the link, such as newsletter-nov"
          maxLength={MAX_TRACKING_ID}
        />
        <SelectField form={form} name="lp" label="Landing page" options={pages} placeholder="Default page" />
      </div>
      <CopyLine text={link} what="tracking-source link" label="Your link" />
    </Panel>
  );
}
