import { type FormState, TextField } from '@partnerdesk/web';
import type { RatesValues } from './rates-values';

/** The percentages of a group or an account, and the cap. */
export function RatesFields<Values extends RatesValues>({ form }: { form: FormState<Values> }) {
  return (
    <div className="acc-rates">
      <TextField form={form} name="commission" label="Commission %" maxLength={6} required />
      <TextField
        form={form}
        name="initial"
        label="Initial sales %"
        maxLength={6}
        hint="Empty: the commission"
      />
      <TextField form={form} name="rebill" label="Rebills %" maxLength={6} hint="Empty: the commission" />
      <TextField
        form={form}
        name="capDays"
        label="Ends after days"
        maxLength={4}
        hint="After the member joined. Empty: never"
      />
      <TextField
        form={form}
        name="capCommission"
        label="Afterwards %"
        maxLength={6}
        hint="Of sales after these days"
      />
    </div>
  );
}
