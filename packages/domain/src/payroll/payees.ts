import { AppError, type PaidKind } from '@partnerdesk/contracts';
import { accountsById, changedLately, heldUntil, nameOfAccount, sharedKeys } from '../accounts';
import { PayeeModel, payeeKeyOf } from '../ledger';
import { countOpenSignals } from '../promotion';
import { shortHash } from './open-balances';
import { latestMarks, PaymentMarkModel } from './payroll.models';

/** What a payroll row says of its person besides figures. */
export interface PayeePerson {
  personID: number;
  name: string;
  commission: number;
  paymentType: number;
  /** See RowFlags. */
  paymentChangedAt?: Date | null;
  achKey: string;
  payPalKey: string;
}

const FIELDS = [
  ...(['firstName', 'lastName', 'commission', 'paymentType'] as const),
  ...(['paymentChangedAt', 'achKey', 'payPalKey'] as const),
];
type Stored = Omit<PayeePerson, 'personID' | 'name'> & Record<'firstName' | 'lastName', string>;

/** Loads names, percentages and payment types of these people, by id. */
export async function loadPayeePeople(
  kind: PaidKind,
  personIDs: readonly number[],
): Promise<Map<number, PayeePerson>> {
  const people = await accountsById<Stored>(kind, { ids: personIDs, fields: FIELDS });
  return new Map(
    [...people].map(([personID, { firstName, lastName, ...person }]) => {
      return [personID, { ...person, personID, name: nameOfAccount({ firstName, lastName }) }];
    }),
  );
}

/** @throws AppError not_found */
export async function findPayeeOrThrow(kind: PaidKind, personID: number): Promise<PayeePerson> {
  const person = (await loadPayeePeople(kind, [personID])).get(personID);
  if (!person) throw new AppError('not_found', 'There is no such person');
  return person;
}

/** What a clerk should know of a row's account (docs/RULES.md, Payment details). */
export interface RowFlags {
  /** Only if it is recent. */
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
  const flagsOf = ({ personID, paymentChangedAt, achKey, payPalKey }: PayeePerson): RowFlags => {
    const openSignals = signals.get(personID);
    const returnedAt = returned.get(personID);
    const isSame = returnedAt && !(paymentChangedAt && paymentChangedAt >= returnedAt);
    return {
      ...(paymentChangedAt && changedLately(paymentChangedAt) && { accountChangedAt: paymentChangedAt }),
      ...(heldUntil(paymentChangedAt) && { accountHeld: true as const }),
      ...((shared.has(achKey) || shared.has(payPalKey)) && { accountShared: true as const }),
      ...(isSame && { accountReturned: true as const }),
      ...(openSignals && { openSignals }),
    };
  };
  return new Map(people.map((person) => [person.personID, flagsOf(person)]));
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
  return shortHash(`${fingerprint}|${changedAt.toISOString()}`);
}
