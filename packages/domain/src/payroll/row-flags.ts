import { hash } from 'node:crypto';
import type { PaidKind } from '@partnerdesk/contracts';
import { changedLately, heldUntil, sharedKeys } from '../accounts';
import { PayeeModel, payeeKeyOf } from '../ledger';
import { countOpenSignals } from '../promotion';
import { latestMarks } from './latest-marks';
import { PaymentMarkModel } from './payroll.models';
import type { PayeePerson } from './people-names';

/** What a clerk should know of a row's account (docs/RULES.md, Payment details). */
export interface RowFlags {
  /** Only if it is lately. */
  accountChangedAt?: Date;
  /** 'All' leaves the row out. */
  accountHeld?: true;
  /** Somebody else has the same account or PayPal id. */
  accountShared?: true;
  /** The last payment came back, and the account has not changed since. */
  accountReturned?: true;
  /** Fraud signals that nobody has reviewed yet (docs/RULES.md, Fraud signals); affiliates only. */
  openSignals?: number;
}

/** The flags of these people, by id. */
export async function rowFlags(
  kind: PaidKind,
  people: readonly PayeePerson[],
): Promise<Map<number, RowFlags>> {
  const affIDs = kind === 'affiliate' ? people.map(({ personID }) => personID) : [];
  const [shared, signals, returned] = await Promise.all([
    sharedKeys(people),
    countOpenSignals(affIDs),
    lastReturns(kind, people),
  ]);
  return new Map(
    people.map(({ personID, paymentChangedAt, achKey, payPalKey }) => {
      const openSignals = signals.get(personID);
      const returnedAt = returned.get(personID);
      const isSame = returnedAt && !(paymentChangedAt && paymentChangedAt >= returnedAt);
      const flags = {
        ...(paymentChangedAt && changedLately(paymentChangedAt) && { accountChangedAt: paymentChangedAt }),
        ...(heldUntil(paymentChangedAt) && { accountHeld: true as const }),
        ...((shared.has(achKey) || shared.has(payPalKey)) && { accountShared: true as const }),
        ...(isSame && { accountReturned: true as const }),
        ...(openSignals && { openSignals }),
      };
      return [personID, flags];
    }),
  );
}

/** When the last payment of each of these people came back, by id; of others it did not. */
async function lastReturns(kind: PaidKind, people: readonly PayeePerson[]): Promise<Map<number, Date>> {
  const payees = new Map(people.map(({ personID }) => [payeeKeyOf(kind, personID), personID]));
  const states = await PayeeModel.find({ _id: { $in: [...payees.keys()] } }, { lastPayrollID: 1 }).lean();
  const last = states.map(({ lastPayrollID }) => lastPayrollID);
  // Of the many that are paid no mark is read.
  const once = await PaymentMarkModel.distinct('payrollID', { payrollID: { $in: last }, state: 'returned' });
  const marks = await latestMarks(once);
  const returns = new Map<number, Date>();
  for (const { _id, lastPayrollID } of states) {
    const mark = marks.get(lastPayrollID);
    const personID = payees.get(_id);
    if (mark?.state === 'returned' && personID !== undefined) returns.set(personID, mark.at);
  }
  return returns;
}

/** What was reviewed: the balance, and where it goes. An account that never changed leaves the balance's own. */
export function rowFingerprint(
  { fingerprint }: { fingerprint: string },
  person: { paymentChangedAt?: Date | null } | undefined,
): string {
  const changedAt = person?.paymentChangedAt;
  if (!changedAt) return fingerprint;
  return hash('sha256', `${fingerprint}|${changedAt.toISOString()}`, 'base64url').slice(0, 22);
}
