import { type CommissionRates, MAX_CAP_DAYS, TERMS_TEXT } from '@partnerdesk/contracts';
import { DateField, type FieldTexts, type FormProblem, type FormState, TextField } from '@partnerdesk/web';

export function FirstDayField<Values extends { from: string }>({ form, today }: FirstDayFieldProps<Values>) {
  return (
    <DateField
      form={form}
      name="from"
      label="First valid day"
      min={today}
      hint="Sales of this day and later. Today: those that come in from now on"
      required
    />
  );
}

interface FirstDayFieldProps<Values> {
  form: FormState<Values>;
  today: string;
}

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

/** Rates as they are typed; an optional one that is empty has no say. */
type RatesValues = Record<keyof CommissionRates, string>;

const NAMES = ['commission', 'initial', 'rebill', 'capDays', 'capCommission'] as const;
const typed = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : String(value);

/** @param rates undefined: nothing is entered yet */
export const ratesValues = (rates?: CommissionRates | null): RatesValues => ({
  commission: typed(rates?.commission),
  initial: typed(rates?.initial),
  rebill: typed(rates?.rebill),
  capDays: typed(rates?.capDays),
  capCommission: typed(rates?.capCommission ?? 0),
});

const isRate = (text: string) => /^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) <= 100;
const isDays = (text: string) => /^\d{1,4}$/.test(text) && Number(text) <= MAX_CAP_DAYS;

/** The first rule that typed rates break, undefined if they may be sent. */
export function checkRates<Values extends RatesValues>(values: Values): FormProblem<Values> | undefined {
  const fields: Partial<Record<string, string>> = {};
  for (const name of NAMES) {
    const text = values[name].trim();
    const optional = name !== 'commission' && text === '';
    if (optional) continue;
    if (name === 'capDays' ? !isDays(text) : !isRate(text))
      fields[name] = name === 'capDays' ? TERMS_TEXT.days : TERMS_TEXT.rate;
  }
  const [alert] = Object.values(fields);
  return alert ? { alert, fields: fields as FieldTexts<Values> } : undefined;
}

export function readRates(values: RatesValues): CommissionRates {
  const read = (name: keyof CommissionRates) =>
    values[name].trim() === '' ? null : Number(values[name].trim());
  return {
    commission: read('commission') ?? 0,
    initial: read('initial'),
    rebill: read('rebill'),
    capDays: read('capDays'),
    capCommission: read('capCommission') ?? 0,
  };
}
