import { MAX_LENGTH, TAX_ID_TYPE } from '@partnerdesk/contracts';
import { type FormState, Panel, RadioField, TextField } from '@partnerdesk/web';
import type { AccountValues } from './account-values';

export const TAX_TYPES = [
  { value: String(TAX_ID_TYPE.ssn), label: 'SSN' },
  { value: String(TAX_ID_TYPE.ein), label: 'EIN' },
];

/** The tax id; asked once, and in country 1 only. */
export function TaxFields({ form }: { form: FormState<AccountValues> }) {
  const type = Number(form.values.taxIDType);
  const max = MAX_LENGTH.tax;
  return (
    <Panel title="Tax ID">
      <RadioField form={form} name="taxIDType" label="Tax ID type" options={TAX_TYPES} required />
      {type !== 0 && (
        <div className="pd-form-grid">
          <TextField
            form={form}
            name="taxID"
            label={type === TAX_ID_TYPE.ssn ? 'SSN' : 'EIN'}
            autoComplete="off"
            maxLength={max.taxID}
            required
          />
          {type === TAX_ID_TYPE.ein && (
            <TextField
              form={form}
              name="companyName"
              label="Company Name"
              autoComplete="organization"
              maxLength={max.companyName}
              required
            />
          )}
        </div>
      )}
    </Panel>
  );
}
