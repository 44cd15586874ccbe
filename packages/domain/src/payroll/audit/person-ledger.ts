import type { BusinessDay } from '@partnerdesk/contracts';
import type { DayTotal, Figures } from '../../ledger';
import type { PayrollRecord } from '../payroll.models';

/** Entries posted on one day, added up (cents). */
export interface PostedDay {
  entries: number;
  cents: number;
}

export const TOTAL_FIELDS = {
  day: 1,
  seq: 1,
  postedEntries: 1,
  postedCents: 1,
  open: 1,
  payrollID: 1,
  salesCents: 1,
  refundsCents: 1,
  payoutCents: 1,
} as const;
/** A day total as the audit needs it. */
export type TotalLine = Pick<DayTotal & Figures, '_id' | keyof typeof TOTAL_FIELDS>;

export const PAYROLL_FIELDS = {
  payee: 1,
  startPeriod: 1,
  endPeriod: 1,
  amountCents: 1,
  entries: 1,
  seq: 1,
} as const;
export type PayrollLine = Pick<PayrollRecord, '_id' | keyof typeof PAYROLL_FIELDS>;

/** All that the ledger holds of one person, at one journal record. */
export interface PersonLedger {
  payee: string;
  /** Posted day → its entries. */
  days: Map<BusinessDay, PostedDay>;
  totals: TotalLine[];
  /** In the order of their periods. */
  payrolls: PayrollLine[];
  closedThrough: BusinessDay | '';
  /** What the affiliate's sources add up to (cents); nothing for staff. */
  sources: { salesCents: number; payoutCents: number };
  /** The newest record that wrote totals, sources, or how far it is closed. */
  seq: number;
}

/** What is entered, paid and open of a person (cents). */
export function sumsOf({ days, payrolls, totals }: PersonLedger) {
  let [entriesCents, paidCents, openCents] = [0, 0, 0];
  for (const { cents } of days.values()) entriesCents += cents;
  for (const { amountCents } of payrolls) paidCents += amountCents;
  for (const { open, postedCents = 0 } of totals) if (open) openCents += postedCents;
  return { entriesCents, paidCents, openCents };
}

/** Whatever does not add up in a person's ledger, a line each (docs/RULES.md, Payroll). */
export function differencesOf(ledger: PersonLedger): string[] {
  const { entriesCents, paidCents, openCents } = sumsOf(ledger);
  const lines = [...totalDifferences(ledger), ...payrollDifferences(ledger)];
  if (paidCents + openCents !== entriesCents) {
    lines.push(
      `${ledger.payee}: payrolls ${paidCents} + open ${openCents} cents are not the entries' ${entriesCents}`,
    );
  }
  return [...lines, ...sourceDifferences(ledger)];
}

function totalDifferences({ payee, days, totals }: PersonLedger): string[] {
  const byDay = new Map(totals.map((total) => [total.day, total]));
  const lines: string[] = [];
  for (const day of new Set([...days.keys(), ...byDay.keys()])) {
    const { entries, cents } = days.get(day) ?? { entries: 0, cents: 0 };
    const { postedEntries = 0, postedCents = 0 } = byDay.get(day) ?? {};
    if (entries === postedEntries && cents === postedCents) continue;
    lines.push(
      `${payee} ${day}: entries ${entries} / ${cents} cents, day total ${postedEntries} / ${postedCents}`,
    );
  }
  return lines;
}

function payrollDifferences({ payee, days, totals, payrolls, closedThrough }: PersonLedger): string[] {
  const lines: string[] = [];
  let before = '';
  for (const { _id, startPeriod, endPeriod, amountCents, entries } of payrolls) {
    const isIn = (day: string) => day >= startPeriod && day <= endPeriod;
    if (startPeriod <= before)
      lines.push(`payroll ${_id} of ${payee} begins on ${startPeriod}, before ${before} ends`);
    before = endPeriod;
    const paid = { entries: 0, cents: 0 };
    for (const [day, posted] of days) {
      if (!isIn(day)) continue;
      paid.entries += posted.entries;
      paid.cents += posted.cents;
    }
    if (paid.cents !== amountCents || paid.entries !== entries) {
      lines.push(
        `payroll ${_id} of ${payee}: paid ${amountCents} cents for ${entries} entries, they are ${paid.entries} and add up to ${paid.cents}`,
      );
    }
    for (const { day, open, payrollID, postedEntries } of totals) {
      if (!isIn(day) || !(postedEntries || open) || (!open && payrollID === _id)) continue;
      lines.push(`${payee} ${day}: belongs to payroll ${_id}, is ${open ? 'open' : `of ${payrollID}`}`);
    }
  }
  if (before !== closedThrough)
    lines.push(`${payee} is closed through '${closedThrough}', the last payroll ends '${before}'`);
  return lines;
}

/** Per affiliate the sources add up to the sales, refunds taken off (docs/RULES.md, Payroll). */
function sourceDifferences({ payee, totals, sources }: PersonLedger): string[] {
  if (!payee.startsWith('affiliate:')) return [];
  let [salesCents, earnedCents] = [0, 0];
  for (const total of totals) {
    salesCents += (total.salesCents ?? 0) - (total.refundsCents ?? 0);
    earnedCents += total.payoutCents ?? 0;
  }
  if (sources.salesCents === salesCents && sources.payoutCents === earnedCents) return [];
  return [
    `${payee}: sources ${sources.salesCents} / ${sources.payoutCents} cents, sales ${salesCents} / ${earnedCents}`,
  ];
}
