import { type BusinessDay, isPaidBy, PAYMENT_TYPE, type PaidBy, type PaidKind } from '@partnerdesk/contracts';
import {
  accountsById,
  clearNumber,
  findNotAsSaved,
  maskedNumber,
  maskPayPalID,
  numberContext,
  type PaymentFields,
  paymentChangesOf,
  paymentDetails,
  type SealedPerson,
} from '../accounts';
import { payeeKeyOf } from '../ledger';
import { dayOf, isSealOf, type SealedValues, sealOf } from '../platform';
import type { OpenBalance } from './open-balances';
import type { PayrollRecord } from './payroll.models';

interface PayablePerson extends SealedPerson {
  firstName: string;
  lastName: string;
  commission: number;
  paymentChangedAt?: Date | null;
}

/** Who is to be paid and where to, by id; and those whose details are not the ones saved last: they are paid nothing. */
export async function loadPeopleToPay(
  kind: PaidKind,
  ids: readonly number[],
): Promise<{ people: Map<number, PayablePerson>; notAsSaved: Set<number> }> {
  const changes = await paymentChangesOf(kind, ids);
  const people = await accountsById<PayablePerson>(kind, { ids });
  return { people, notAsSaved: await findNotAsSaved(kind, people, changes) };
}

/** What one execution writes of a person: the amount, and the payment details as they are now (docs/RULES.md, Payroll). */
export function payrollRecordOf(
  kind: PaidKind,
  balance: OpenBalance,
  person: PayablePerson,
  by: Pick<PayrollRecord, '_id' | 'createdBy' | 'createdAt' | 'runID' | 'approvedBy'>,
  /** That was asked for. */
  endDate: BusinessDay,
): PayrollRecord {
  const { personID } = balance;
  const { _id, createdBy, createdAt, runID, approvedBy } = by;
  const account = {
    _id,
    kind,
    personID,
    paymentType: person.paymentType,
    payPalUserName: person.payPalUserName,
    achName: person.achName,
    achAccountType: person.achAccountType,
    achRoutingNumber: person.achRoutingNumber,
    achAccountNumberEncrypted: person.achAccountNumberEncrypted,
  };
  return {
    ...account,
    accountSeal: accountSealOf(account),
    payee: payeeKeyOf(kind, personID),
    startPeriod: balance.startPeriod,
    endPeriod: balance.endPeriod,
    amountCents: balance.cents,
    entries: balance.entries,
    name: `${person.firstName} ${person.lastName}`.trim(),
    commission: person.commission,
    paymentInfo: paymentInfoOf(kind, personID, person),
    createdAt,
    createdDay: dayOf(createdAt),
    createdBy,
    ...(approvedBy && { approvedBy }),
    ...(endDate !== balance.endPeriod && { askedEndDate: endDate }),
    ...(runID && { runID }),
  };
}

type Account = PaymentFields & Pick<PayrollRecord, '_id' | 'kind' | 'personID' | 'achAccountNumberSha256'>;

const sealedAccount =
  (payroll: Account): SealedValues =>
  (keyID) =>
    paymentDetails(payroll, accountNumberOf(payroll), keyID);

/** In clear; undefined: it cannot be read, empty: there is none. */
export const accountNumberOf = (payroll: Account): string | undefined =>
  clearNumber(payroll.achAccountNumberEncrypted, payrollNumberContext(payroll));

/** The seal of where a payment goes. */
export const accountSealOf = (payroll: Account): string =>
  sealOf(`payroll:${payroll._id}`, 'account', sealedAccount(payroll));

/** Whether a payment goes where it was executed to; other payment details were put in its place in the database. */
export const isAccountAsExecuted = (payroll: Account & Pick<PayrollRecord, 'accountSeal'>): boolean =>
  isSealOf(payroll.accountSeal, `payroll:${payroll._id}`, 'account', sealedAccount(payroll));

/**
 * Where a payment's encrypted account number is stored, for decryptField. Once the keys are rotated, the digest that the
 * journal has is part of it: another ciphertext of the same person cannot take its place.
 */
export function payrollNumberContext(
  payroll: Pick<PayrollRecord, '_id' | 'kind' | 'personID' | 'achAccountNumberSha256'>,
): string {
  const { _id, kind, personID, achAccountNumberSha256 } = payroll;
  return achAccountNumberSha256
    ? `payroll:${_id}:achAccountNumber:${achAccountNumberSha256}`
    : numberContext(kind, personID, 'achAccountNumber');
}

/** Where the money goes, as a clerk may see it: a PayPal id, or the last digits of an account. */
export function paymentInfoOf(kind: PaidKind, personID: number, person: PaymentFields): string {
  return isPaidBy(person.paymentType) ? PAYMENT_INFO[person.paymentType](kind, personID, person) : '';
}

const PAYMENT_INFO: Record<PaidBy, (kind: PaidKind, personID: number, person: PaymentFields) => string> = {
  [PAYMENT_TYPE.ach]: (kind, personID, { achAccountNumberEncrypted }) =>
    maskedNumber(kind, personID, 'achAccountNumber', achAccountNumberEncrypted),
  [PAYMENT_TYPE.payPal]: (_kind, _personID, { payPalUserName }) => payPalUserName,
};

/** Where a payment goes, masked, as a mail names it; empty: payment details were missing. */
export function accountOf(payroll: PayrollRecord): string {
  return isPaidBy(payroll.paymentType) ? ACCOUNTS[payroll.paymentType](payroll) : '';
}

const ACCOUNTS: Record<PaidBy, (payroll: PayrollRecord) => string> = {
  [PAYMENT_TYPE.ach]: ({ paymentInfo }) => `bank account ${paymentInfo}`,
  [PAYMENT_TYPE.payPal]: ({ payPalUserName }) => `PayPal ID ${maskPayPalID(payPalUserName)}`,
};
