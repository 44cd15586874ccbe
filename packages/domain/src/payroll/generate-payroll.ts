import type { BusinessDay, DayRange, PaidKind, PaymentState, PayrollType } from '@partnerdesk/contracts';
import { AppError, addDays, MESSAGE, PAID_KINDS } from '@partnerdesk/contracts';
import { accountsById, changedLately, heldUntil, nameOfAccount, sharedKeys } from '../accounts';
import { catchUpLedger, PayeeModel, payeeKeyOf, payeeOfKey } from '../ledger';
import { getOrMake, slicesOf, today } from '../platform';
import { countOpenSignals } from '../promotion';
import { type OpenBalance, payableBalances, shortHash } from './open-balances';
import type { PayrollRecord } from './payroll.models';
import { latestMarks, PaymentMarkModel, PayrollModel, payeeKindOf, paymentPages } from './payroll.models';

/** A row of a generated payroll; cents. */
export interface PayrollRowCents extends OpenBalance, RowFlags {
  name: string;
  /** Percentage now. */
  commission: number;
  paymentType: number;
}

/** Of whom a payroll is, through which day. */
export interface PayrollScope {
  payrollType: PayrollType;
  endDate: BusinessDay;
  /** 0 or undefined: everybody. */
  personID?: number;
}

const STEP = 500;

export const personIDsOf = ({ personID }: Pick<PayrollScope, 'personID'>): number[] | undefined =>
  personID ? [personID] : undefined;

/** @throws AppError invalid_input when endDate lies after today (docs/RULES.md, Payroll) */
export function checkEndDateOrThrow(endDate: BusinessDay): void {
  if (endDate > today()) {
    throw new AppError('invalid_input', MESSAGE.selectPayrollEndDate, {
      endDate: 'The end date may be today at the latest',
    });
  }
}

/** What would be paid; the first step only says how many rows there will be. @throws AppError invalid_input: after today */
export async function* generateInSteps(
  input: PayrollScope,
): AsyncGenerator<{ rows: PayrollRowCents[]; done: number; total: number }> {
  checkEndDateOrThrow(input.endDate);
  await catchUpLedger();
  const kind = payeeKindOf(input.payrollType);
  const balances = await payableBalances(kind, input.endDate, { personIDs: personIDsOf(input) });
  const total = balances.length;
  let done = 0;
  yield { rows: [], done, total };
  for (const step of slicesOf(balances, STEP)) {
    const personIDs = step.map((balance) => balance.personID);
    const people = await loadPayeePeople(kind, personIDs);
    const flags = await rowFlags(kind, [...people.values()]);
    const rows = step.map((balance) => {
      const person = people.get(balance.personID);
      const { name = '', commission = 0, paymentType = 0 } = person ?? {};
      const fingerprint = rowFingerprint(balance, person);
      return { ...balance, fingerprint, name, commission, paymentType, ...flags.get(balance.personID) };
    });
    done += rows.length;
    yield { rows, done, total };
  }
}

/** All rows of generateInSteps at once. */
export async function generatePayroll(input: PayrollScope): Promise<PayrollRowCents[]> {
  const rows: PayrollRowCents[] = [];
  for await (const step of generateInSteps(input)) rows.push(...step.rows);
  return rows;
}

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
  const payees = people.map(({ personID }) => payeeKeyOf(kind, personID));
  const states = await PayeeModel.find({ _id: { $in: payees } }, { lastPayrollID: 1 }).lean();
  const last = states.map(({ lastPayrollID }) => lastPayrollID);
  // Of the many that are paid no mark is read.
  const once = await PaymentMarkModel.distinct('payrollID', { payrollID: { $in: last }, state: 'returned' });
  const marks = await latestMarks(once);
  const returns = new Map<number, Date>();
  for (const { _id, lastPayrollID } of states) {
    const mark = marks.get(lastPayrollID);
    if (mark?.state === 'returned') returns.set(payeeOfKey(_id).personID, mark.at);
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

/** Of a payroll, without account numbers. */
export const ROW_FIELDS = {
  kind: 1,
  personID: 1,
  name: 1,
  startPeriod: 1,
  endPeriod: 1,
  amountCents: 1,
  entries: 1,
  commission: 1,
  paymentType: 1,
  paymentInfo: 1,
  createdAt: 1,
  createdBy: 1,
} as const;
/** A row of a report as stored. */
export type ReportRow = Pick<PayrollRecord, '_id' | keyof typeof ROW_FIELDS>;

/** The payrolls that were executed on the days of the range, in the order of their ids within each day. */
export async function* reportInSteps(
  input: { payrollType: PayrollType } & DayRange,
): AsyncGenerator<{ rows: ReportRow[]; done: number; total: number }> {
  await catchUpLedger();
  const kind = payeeKindOf(input.payrollType);
  const range = { kind, createdDay: { $gte: input.startDate, $lte: input.endDate } };
  const total = await PayrollModel.countDocuments(range);
  yield { rows: [], done: 0, total };
  let done = 0;
  for await (const rows of paymentPages<ReportRow>(range, ROW_FIELDS)) {
    done += rows.length;
    yield { rows, done, total: Math.max(total, done) };
  }
  yield { rows: [], done, total: done };
}

/** The payments that rows of a generated payroll have become since, by personID. */
export async function paymentsSince(
  payrollType: PayrollType,
  rows: readonly { personID: number; endPeriod: string }[],
): Promise<Map<number, number>> {
  const kind = payeeKindOf(payrollType);
  const ends = new Map(rows.map(({ personID, endPeriod }) => [personID, endPeriod]));
  const executed = {
    payee: { $in: [...ends.keys()].map((personID) => payeeKeyOf(kind, personID)) },
    endPeriod: { $in: [...new Set(ends.values())] },
  };
  const payrolls = await PayrollModel.find(executed, { personID: 1, endPeriod: 1 }).lean();
  const own = payrolls.filter(({ personID, endPeriod }) => ends.get(personID) === endPeriod);
  return new Map(own.map(({ _id, personID }) => [personID, _id]));
}

/** Payments older than this are settled long since. */
const DAYS = 60;

/** How many payments of the last 60 days are in which state, and their sums. */
export async function sumPayments() {
  const sums = new Map<string, { kind: PaidKind; state: PaymentState; count: number; cents: number }>();
  for (const kind of PAID_KINDS) {
    const executed = { kind, createdDay: { $gte: addDays(today(), -DAYS) } };
    for await (const page of paymentPages<Pick<PayrollRecord, '_id' | 'amountCents'>>(executed, {
      amountCents: 1,
    })) {
      const marks = await latestMarks(page.map(({ _id }) => _id));
      for (const { _id, amountCents } of page) {
        const state = marks.get(_id)?.state ?? 'executed';
        const sum = getOrMake(sums, `${kind} ${state}`, () => ({ kind, state, count: 0, cents: 0 }));
        sum.count += 1;
        sum.cents += amountCents;
      }
    }
  }
  return [...sums.values()];
}
