import type { BusinessDay, PaidKind } from '@partnerdesk/contracts';
import { type EffectsBuilder, type LedgerEntry, payeeKeyOf, postedDayOf } from '../ledger';
import { dayOf } from '../platform';

/** An amount that the office adds to a person's balance. */
export interface OfficeEntry {
  entryID: string;
  type: 'adjustment' | 'returned';
  cents: number;
  at: Date;
  reason: string;
  by: string;
  payrollID?: number;
  reverses?: string;
  /** The day to post it on as long as it is open, in place of the first open one from `at` on. */
  postedDay?: BusinessDay;
}

/** Posts it on its day, or on the first open day after the person's last payroll (docs/RULES.md, Payroll). */
export function postOfficeEntry(
  builder: EffectsBuilder,
  kind: PaidKind,
  personID: number,
  closedThrough: BusinessDay | undefined,
  { entryID, type, cents, at, reason, by, payrollID, reverses, postedDay }: OfficeEntry,
): LedgerEntry {
  const day = dayOf(at);
  const isOpen = closedThrough === undefined || (postedDay && postedDay > closedThrough);
  const entry: LedgerEntry = {
    _id: entryID,
    payee: payeeKeyOf(kind, personID),
    type,
    at,
    day,
    postedDay: postedDay && isOpen ? postedDay : postedDayOf(day, closedThrough),
    amountCents: cents,
    payoutCents: cents,
    commission: 100,
    reason,
    by,
    ...(payrollID !== undefined && { payrollID }),
    ...(reverses && { reverses }),
  };
  builder.post(kind, personID, entry);
  return entry;
}
