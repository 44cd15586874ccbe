/** Dollars (a JSON number with at most 2 decimals) of integer cents. */
export function dollarsOf(cents: number): number {
  return cents / 100;
}

/** Integer cents of dollars as the API sends them. */
export function centsOf(dollars: number): number {
  return Math.round(dollars * 100);
}

/**
 * Payout of one entry in integer cents, half away from zero (docs/RULES.md, Days, money, ids). Computed in integers, so that
 * a `commission` of 33.3 % of a half cent does not depend on binary fractions.
 */
export function payoutCents(amountCents: number, commission: number): number {
  const numerator = Math.abs(amountCents) * Math.round(commission * 100);
  const rounded = Math.floor((numerator + 5000) / 10000);
  return amountCents < 0 ? 0 - rounded : rounded;
}
