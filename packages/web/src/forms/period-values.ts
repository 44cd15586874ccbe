import {
  type BusinessDay,
  COMPARISONS,
  type Comparison,
  PERIOD,
  type Period,
  parseDay,
  periodRange,
} from '@partnerdesk/contracts';
import { readStored, writeStored } from '@partnerdesk/web/core';

/** What the period's fields hold: a preset's number, days as yyyy-mm-dd, and what they are compared with. */
export interface PeriodValues {
  /** Empty: dates that are no preset's. */
  period: string;
  startDate: string;
  endDate: string;
  /** Empty: the period before. */
  compare: string;
}

export const NO_PERIOD: PeriodValues = { period: '', startDate: '', endDate: '', compare: '' };

/** What a call is asked to compare with. */
export const comparisonOf = ({ compare }: Pick<PeriodValues, 'compare'>): Comparison =>
  COMPARISONS.find((each) => each === compare) ?? 'before';

/** A preset with its dates of today; undefined for what is none. */
export function presetValues(preset: string, today: BusinessDay, compare = ''): PeriodValues | undefined {
  const range = periodRange(Number(preset) as Period, today);
  return range && { period: preset, ...range, compare };
}

/** What a visit opens with that asks for nothing and brings nothing along. */
export const openingPeriod = (today: BusinessDay): PeriodValues =>
  presetValues(String(PERIOD.thisMonth), today) ?? NO_PERIOD;

/** The period that an address asks for; undefined for one that has none, or one that there cannot be. */
export function readPeriod(params: URLSearchParams): PeriodValues | undefined {
  const startDate = parseDay(params.get('startDate') ?? '');
  const endDate = parseDay(params.get('endDate') ?? '');
  if (!startDate || !endDate || startDate > endDate) return undefined;
  const compare = params.get('compare') === 'year' ? 'year' : '';
  return { period: params.get('period') ?? '', startDate, endDate, compare };
}

/** The query of an address that asks for this; what is empty says nothing. */
export const addressOfAsked = (asked: object): string =>
  new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== '')).toString();

const KEY = 'pdesk-period';

/** Remembers the period chosen last, for the next screen: a preset for good, other dates until the day is over. */
export function rememberPeriod(values: PeriodValues, today: BusinessDay): void {
  writeStored(KEY, new URLSearchParams({ ...values, on: today }).toString());
}

/** The period that was chosen last, of a preset with its dates of today. */
export function rememberedPeriod(today: BusinessDay): PeriodValues | undefined {
  const kept = new URLSearchParams(readStored(KEY) ?? '');
  const values = readPeriod(kept);
  const preset = values && presetValues(values.period, today, values.compare);
  return preset ?? (kept.get('on') === today ? values : undefined);
}
