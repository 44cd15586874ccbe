import { type BusinessDay, businessDayOf } from '@partnerdesk/contracts';
import type { FieldKey, Logger } from '@partnerdesk/node';

export interface DomainConfig {
  /** The first encrypts, all decrypt (docs/RULES.md, Accounts and access). */
  fieldKeys: readonly FieldKey[];
  /** IANA name; every day of the business is one of this zone (docs/RULES.md, Days, money, ids). */
  timeZone: string;
  /** After how long without a sign of life another process loses its turn at the journal (ms); default 2000. */
  turnTimeoutMs?: number;
  /** Where the domain reports what no caller can be answered. */
  logger?: Logger;
}

let config: DomainConfig | undefined;

/** Sets what the whole domain works with. Called once at boot, before anything else. */
export function configureDomain(next: DomainConfig): void {
  config = next;
}

/** @throws Error when configureDomain was not called: a fault in a process's boot. */
export function domainConfig(): DomainConfig {
  if (!config) throw new Error('configureDomain was not called');
  return config;
}

/** The business day of an instant (ms or Date). */
export function dayOf(instant: number | Date): BusinessDay {
  return businessDayOf(instant, domainConfig().timeZone);
}

/** The business's today. */
export function today(): BusinessDay {
  return dayOf(Date.now());
}

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
