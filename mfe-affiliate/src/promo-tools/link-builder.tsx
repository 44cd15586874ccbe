import {
  allowedPage,
  type CampaignInput,
  MAX_CAMPAIGN_NAME,
  MAX_DEEP_LINK,
  MAX_TRACKING_ID,
  SUB_IDS,
  type SubId,
  subIdsOf,
} from '@partnerdesk/contracts';
import {
  CopyLine,
  Form,
  type FormProblem,
  Panel,
  requireFields,
  SelectField,
  SubmitButton,
  TextField,
  useAlerts,
  useConfiguration,
  useForm,
} from '@partnerdesk/web';
import { useAdvertisingLink } from '../links/links';
import { useGetCampaignsQuery, useSaveCampaignMutation } from './campaigns.api';
import { QrToggle } from './qr-toggle';

type Values = { name: string; tid: string; lp: string; to: string } & Record<SubId, string>;
const EMPTY: Values = { name: '', tid: '', lp: '', to: '', s1: '', s2: '', s3: '', s4: '', s5: '' };
const NOT_ALLOWED = 'Links may not lead to this page of the service';
const CONTROL = /\p{Cc}/u;

function linkOf({ tid, lp, to, ...rest }: Values): Omit<CampaignInput, 'name'> {
  const subs = Object.fromEntries(SUB_IDS.map((id) => [id, rest[id].trim()]));
  return { tid: tid.trim(), lp, ...subIdsOf(subs), to: to.trim() };
}

function problemOf(values: Values, pages: readonly string[]): FormProblem<Values> | undefined {
  const named = requireFields(values, ['name'], 'Please enter a name');
  if (named) return named;
  const control = (['tid', ...SUB_IDS] as const).find((id) => CONTROL.test(values[id]));
  if (control)
    return { alert: 'Please leave out control characters', fields: { [control]: 'Not a plain text' } };
  const { to } = values;
  if (to.trim() && !allowedPage(to.trim(), pages)) return { alert: NOT_ALLOWED, fields: { to: NOT_ALLOWED } };
  return undefined;
}

/** Builds a link: source id, landing page, sub-ids, page of the service; as address, QR code and saved by name. */
export function LinkBuilder() {
  const { landingPagesCategories } = useConfiguration();
  const { data } = useGetCampaignsQuery();
  const [save] = useSaveCampaignMutation();
  const alerts = useAlerts();
  const pages = data?.pages ?? [];
  const form = useForm<Values>({
    initial: EMPTY,
    validate: (values) => problemOf(values, pages),
    submit: async (values) => {
      await save({ name: values.name.trim(), ...linkOf(values) }).unwrap();
      form.set('name', '');
      alerts.success('Campaign saved');
    },
  });
  const link = useAdvertisingLink()(linkOf(form.values));
  const landing = landingPagesCategories.flatMap((category) =>
    category.pages.map((page) => ({ value: page.lp, label: `${category.name}: ${page.title}` })),
  );
  return (
    <Panel title="Tracking-source link">
      <Form form={form} label="Tracking-source link">
        <div className="pd-form-grid">
          <TextField
            form={form}
            name="tid"
            label="Source id"
            hint="A name of your own for the place of the link, such as newsletter-nov"
            maxLength={MAX_TRACKING_ID}
          />
          <SelectField
            form={form}
            name="lp"
            label="Landing page"
            options={landing}
            placeholder="Default page"
          />
          {pages.length > 0 && (
            <TextField
              form={form}
              name="to"
              label="Page of the service"
              hint={`Instead of the landing page; allowed: ${pages.join(', ')}`}
              maxLength={MAX_DEEP_LINK}
            />
          )}
        </div>
        <details className="aff-subs">
          <summary>Sub-ids s1 to s5</summary>
          <p className="pd-field-hint">
            Free ids, such as the ad or the click of your tracker. They come back with joins and sales in
            reports and postbacks.
          </p>
          <div className="pd-form-grid">
            {SUB_IDS.map((id) => (
              <TextField key={id} form={form} name={id} label={`Sub-id ${id}`} maxLength={MAX_TRACKING_ID} />
            ))}
          </div>
        </details>
        <CopyLine text={link} what="tracking-source link" label="Your link" />
        <div className="pd-actions">
          <QrToggle address={link} name={form.values.name.trim() || 'link'} />
        </div>
        <div className="aff-save">
          <TextField form={form} name="name" label="Campaign name" maxLength={MAX_CAMPAIGN_NAME} />
          <SubmitButton submitting={form.submitting}>Save campaign</SubmitButton>
        </div>
      </Form>
    </Panel>
  );
}
