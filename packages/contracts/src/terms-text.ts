import type { CommissionRates, TermsLevel } from './calls/terms.calls';

/** Rates with a commission alone. */
export const plainRates = (commission: number): CommissionRates => ({
  commission,
  initial: null,
  rebill: null,
  capDays: null,
  capCommission: 0,
});

const percent = (value: number) => `${value}%`;

/** Rates in words: `30%; initial 50%; 5% later than 90 days after joining`. */
export function ratesText({ commission, initial, rebill, capDays, capCommission }: CommissionRates): string {
  const parts = [percent(commission)];
  if (initial !== null) parts.push(`initial ${percent(initial)}`);
  if (rebill !== null) parts.push(`rebill ${percent(rebill)}`);
  if (capDays !== null) parts.push(`${percent(capCommission)} later than ${capDays} days after joining`);
  return parts.join('; ');
}

/** Which terms apply, as the office reads it. */
export const TERMS_LEVEL_TEXT: Record<TermsLevel, string> = {
  own: 'own commission',
  group: 'commission of the group',
  default: 'default',
};
