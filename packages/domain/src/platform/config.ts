import { addDays, type BusinessDay, businessDayOf } from '@partnerdesk/contracts';
import type { Env, FieldKey, Logger } from '@partnerdesk/node';

/** What of a process's environment the domain works with; env.ts says what each means. */
export const domainConfigOf = (env: Env) => ({
  fieldKeys: env.fieldKeys,
  proofKeys: env.proofKeys,
  timeZone: env.businessTimezone,
  proofFile: env.proofFile,
  payrollApproval: env.payrollApproval,
  adjustmentLimitCents: env.adjustmentLimitCents,
  paymentChangeHoldDays: env.paymentChangeHoldDays,
  payoutMinimumCents: env.payoutMinimumCents,
  payoutHoldDays: env.payoutHoldDays,
  localPostbacks: env.localPostbacks,
  fraudRules: env.fraudRules,
  publicUrl: env.publicUrl,
});
type Settings = Omit<ReturnType<typeof domainConfigOf>, 'fieldKeys' | 'proofKeys' | 'timeZone'>;

/** Without one of the settings its rule is off, but for fraud rules: those are all on. */
export interface DomainConfig extends Partial<Settings> {
  fieldKeys: readonly FieldKey[];
  proofKeys: readonly FieldKey[];
  /** IANA name; every day of the business is one of this zone (docs/RULES.md, Days, money, ids). */
  timeZone: string;
  /** After how long without a sign of life another process loses its turn at the journal (ms); default 2000. */
  turnTimeoutMs?: number;
  /** Where the domain reports what no caller can be answered. */
  logger?: Logger;
}

let config: DomainConfig | undefined;

/** Sets what the whole domain works with, once at boot. */
export function configureDomain(next: DomainConfig): void {
  config = next;
}

/** @throws Error when configureDomain was not called */
export function domainConfig(): DomainConfig {
  if (!config) throw new Error('configureDomain was not called');
  return config;
}

/** Whether a second person has to approve what one person prepared. */
export function isFourEyes(): boolean {
  return domainConfig().payrollApproval === 'four-eyes';
}

/** Every zone's offset from UTC is a multiple of this (ms). */
const QUARTER_HOUR_MS = 900_000;
const KEPT_DAYS = 10_000;
/** By quarter hour: events come in by the million and lie close together. */
const days = new Map<number, BusinessDay>();
let daysZone = '';

/** The business day of an instant (ms or Date). */
export function dayOf(instant: number | Date): BusinessDay {
  const { timeZone } = domainConfig();
  if (daysZone !== timeZone || days.size > KEPT_DAYS) days.clear();
  daysZone = timeZone;
  const quarter = Math.floor(Number(instant) / QUARTER_HOUR_MS);
  const known = days.get(quarter);
  if (known !== undefined) return known;
  const day = businessDayOf(instant, timeZone);
  days.set(quarter, day);
  return day;
}

/** The hour of the business's clock at an instant (ms), 0 to 23. */
export function hourOfDay(instant: number): number {
  const { timeZone } = domainConfig();
  return Number(
    new Intl.DateTimeFormat('en-US', { hour: '2-digit', hourCycle: 'h23', timeZone }).format(instant),
  );
}

export function today(): BusinessDay {
  return dayOf(Date.now());
}

/** 0 for Sunday. */
export const weekdayOf = (day: BusinessDay): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The Monday on or before a day. */
export const mondayOf = (day: BusinessDay): BusinessDay => addDays(day, -((weekdayOf(day) + 6) % 7));

const DAY_MS = 86_400_000;

/** The instant at which a business day starts: no zone is a whole day away from UTC. */
export function startOfDay(day: BusinessDay): Date {
  const utc = Date.parse(`${day}T00:00:00Z`);
  let before = utc - DAY_MS;
  let within = utc + DAY_MS;
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (dayOf(middle) < day) before = middle;
    else within = middle;
  }
  return new Date(within);
}

/** What finds the instants from a first through a last business day; without one that end is open. */
export const rangeOfDays = (startDate?: BusinessDay, endDate?: BusinessDay) => ({
  ...(startDate && { $gte: startOfDay(startDate) }),
  ...(endDate && { $lt: startOfDay(addDays(endDate, 1)) }),
});
