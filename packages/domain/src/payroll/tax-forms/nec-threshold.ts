/** The law's figures in cents, each from its first year on (26 U.S.C. 6041(a)). */
const LAW = [
  { from: 2026, cents: 200_000 },
  { from: 0, cents: 60_000 },
];

/**
 * From how many cents a year on a payee gets a Form 1099-NEC. From 2027 on the law adjusts its figure for inflation,
 * which is not known in advance: set it then.
 * @param settings cents by year; they go before the law's figures
 */
export function necThresholdCents(year: number, settings: Readonly<Record<number, number>> = {}): number {
  return settings[year] ?? LAW.find(({ from }) => year >= from)?.cents ?? 0;
}
