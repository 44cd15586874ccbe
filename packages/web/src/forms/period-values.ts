import { type BusinessDay, type Period, periodRange } from '@partnerdesk/contracts';

/** What the period's fields hold: a preset's number, and days as yyyy-mm-dd; each may be empty. */
export interface PeriodValues {
  period: string;
  startDate: string;
  endDate: string;
}

export const NO_PERIOD: PeriodValues = { period: '', startDate: '', endDate: '' };

const keyOf = (screen: string) => `pdesk-period-${screen}`;

/** A preset with its dates of today; undefined for what is none. */
export function presetValues(preset: string, today: BusinessDay): PeriodValues | undefined {
  const range = periodRange(Number(preset) as Period, today);
  return range && { period: preset, ...range };
}

/** Keeps, in this browser, which preset a screen has shown; dates that are no preset's are not kept. */
export function rememberPreset(screen: string, preset: string): void {
  try {
    if (preset) localStorage.setItem(keyOf(screen), preset);
  } catch {
    // The next visit starts without one then.
  }
}

/** The preset that a screen has shown last, with its dates of today. */
export function rememberedPreset(screen: string, today: BusinessDay): PeriodValues | undefined {
  try {
    return presetValues(localStorage.getItem(keyOf(screen)) ?? '', today);
  } catch {
    return undefined;
  }
}
