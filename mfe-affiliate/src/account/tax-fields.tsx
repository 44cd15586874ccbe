import { MAX_LENGTH, TAX_ID_TYPE, taxIdDigits } from '@partnerdesk/contracts';
import { type FormState, Panel, RadioField, TextField } from '@partnerdesk/web';
import type { AccountValues } from './account-values';

export const TAX_TYPES = [
  { value: String(TAX_ID_TYPE.ssn), label: 'SSN' },
  { value: String(TAX_ID_TYPE.ein), label: 'EIN' },
];

/** The tax id; asked once, and in country 1 only. */
export function TaxFields({ form }: { form: FormState<AccountValues> }) {
  const type = Number(form.values.taxIDType);
  const name = type === TAX_ID_TYPE.ssn ? 'SSN' : 'EIN';
  const taxID = form.values.taxID.trim();
  const doubtful = taxID !== '' && !taxIdDigits(taxID, type);
  const max = MAX_LENGTH.tax;
  return (
    <Panel title="Tax ID">
      <RadioField form={form} name="taxIDType" label="Tax ID type" options={TAX_TYPES} required />
      {type !== 0 && (
        <div className="pd-form-grid">
          <TextField
            form={form}
            name="taxID"
            label={name}
            autoComplete="off"
            maxLength={max.taxID}
            hint={
              doubtful ? (
                <span className="pd-warning">This does not look like an {name}. Please check it.</span>
              ) : undefined
            }
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
