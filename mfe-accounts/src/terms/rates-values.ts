import { type CommissionRates, MAX_CAP_DAYS, TERMS_TEXT } from '@partnerdesk/contracts';
import type { FieldTexts, FormProblem } from '@partnerdesk/web';

/** Rates as they are typed; an optional one that is empty has no say. */
export type RatesValues = Record<keyof CommissionRates, string>;

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

/** What checked values say. */
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
