const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/** Whether a US routing number has nine digits and the right ABA check digit; a wrong one is warned about, not refused. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false;
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(text[index]), 0);
  return sum > 0 && sum % 10 === 0;
}
