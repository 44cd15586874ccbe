import { type BusinessDay, PAYMENT_TYPE, type PayrollType } from '@partnerdesk/contracts';
import { AffiliateModel } from '../accounts/affiliate.model';
import type { PaymentFields } from '../accounts/payment-fields';
import { StaffModel } from '../accounts/staff.model';
import type { Actor } from '../audit/audit';
import { decryptField, maskNumber } from '../crypto/field-encryption';
import { EffectsBuilder } from '../ledger/effects-builder';
import { appendToJournal } from '../ledger/journal';
import { CounterModel, PayrollModel, type PayrollRecord } from '../ledger/ledger.models';
import { type PayeeKind, payeeKeyOf, payeeKindOf } from '../ledger/payee';
import { checkEndDateOrThrow } from './generate-payroll';
import { type OpenBalance, openBalances } from './open-balances';

/** One person to pay; with a fingerprint only if the balance is still the one that was reviewed. */
export interface ExecuteItem {
  personID: number;
  fingerprint?: string;
}

/** What became of one person. */
export type ExecuteOutcome =
  | { personID: number; outcome: 'executed'; payroll: PayrollRecord }
  /** The same person and end date were executed before: the same record, nothing is paid again. */
  | { personID: number; outcome: 'already'; payroll: PayrollRecord }
  /** No payout above zero is open. */
  | { personID: number; outcome: 'nothing' }
  /** The balance is not the reviewed one any more; this is what it is now. Nothing was paid. */
  | { personID: number; outcome: 'changed'; balance: OpenBalance };

export interface ExecutePayrollInput {
  payrollType: PayrollType;
  endDate: BusinessDay;
  items: readonly ExecuteItem[];
  by: Actor;
  /** Told how many persons of all are done. */
  onProgress?: (done: number, total: number) => Promise<void> | void;
}

/** People in one journal record: few enough for a small document, many enough to be quick. */
const STEP = 50;

/**
 * Closes each person through endDate and writes one payroll record each (rules: Payroll, Execute). The
 * balance is read, compared and closed in one journal record, so no event can slip in between, and the
 * amount is the sum of the entries that it closes. Safe to repeat: it goes on where it stopped.
 * @throws AppError invalid_input for an end date after today
 */
export async function executePayroll(input: ExecutePayrollInput): Promise<ExecuteOutcome[]> {
  checkEndDateOrThrow(input.endDate);
  const outcomes: ExecuteOutcome[] = [];
  for (let start = 0; start < input.items.length; start += STEP) {
    outcomes.push(...(await executeStep(input, input.items.slice(start, start + STEP))));
    await input.onProgress?.(outcomes.length, input.items.length);
  }
  return outcomes;
}

function executeStep(input: ExecutePayrollInput, items: readonly ExecuteItem[]): Promise<ExecuteOutcome[]> {
  const kind = payeeKindOf(input.payrollType);
  return appendToJournal(async () => {
    const builder = new EffectsBuilder();
    const done = await PayrollModel.find({
      payee: { $in: items.map((item) => payeeKeyOf(kind, item.personID)) },
      endPeriod: input.endDate,
    }).lean<PayrollRecord[]>();
    const doneByPerson = new Map(done.map((payroll) => [payroll.personID, payroll]));
    let lastPayrollID = (await CounterModel.findById('payrollID').lean())?.value ?? 0;
    const outcomes: ExecuteOutcome[] = [];
    for (const { personID, fingerprint } of items) {
      const existing = doneByPerson.get(personID);
      if (existing) {
        outcomes.push({ personID, outcome: 'already', payroll: existing });
        continue;
      }
      const [balance] = await openBalances(kind, input.endDate, personID);
      if (!balance || balance.cents <= 0) {
        outcomes.push({ personID, outcome: 'nothing' });
        continue;
      }
      if (fingerprint !== undefined && fingerprint !== balance.fingerprint) {
        outcomes.push({ personID, outcome: 'changed', balance });
        continue;
      }
      lastPayrollID += 1;
      const payroll = await payrollRecordOf(kind, balance, lastPayrollID, input.by);
      doneByPerson.set(personID, payroll);
      builder.payrolls.push(payroll);
      outcomes.push({ personID, outcome: 'executed', payroll });
    }
    builder.counters.payrollID = lastPayrollID;
    return { effects: builder.build(), note: `payrolls: ${builder.payrolls.length}`, result: outcomes };
  });
}

async function payrollRecordOf(
  kind: PayeeKind,
  balance: OpenBalance,
  payrollID: number,
  by: Actor,
): Promise<PayrollRecord> {
  const { personID } = balance;
  const person =
    kind === 'affiliate'
      ? await AffiliateModel.findOne({ affID: personID }).lean()
      : await StaffModel.findOne({ staffID: personID }).lean();
  if (!person) throw new Error(`${payeeKeyOf(kind, personID)} has a balance and is not known`);
  const {
    paymentType,
    payPalUserName,
    achName,
    achAccountType,
    achRoutingNumber,
    achAccountNumberEncrypted,
  } = person;
  return {
    _id: payrollID,
    kind,
    personID,
    payee: payeeKeyOf(kind, personID),
    startPeriod: balance.startPeriod,
    endPeriod: balance.endPeriod,
    amountCents: balance.cents,
    entries: balance.entries,
    name: `${person.firstName} ${person.lastName}`.trim(),
    commission: person.commission,
    paymentType,
    paymentInfo: paymentInfoOf(kind, personID, person),
    payPalUserName,
    achName,
    achAccountType,
    achRoutingNumber,
    achAccountNumberEncrypted,
    createdAt: new Date(),
    createdBy: by.emailAddress || by.kind,
  };
}

/** Where the money goes, as a clerk may see it: a PayPal id, or the last digits of an account. */
function paymentInfoOf(kind: PayeeKind, personID: number, person: PaymentFields): string {
  if (person.paymentType === PAYMENT_TYPE.payPal) return person.payPalUserName;
  if (person.paymentType !== PAYMENT_TYPE.ach || !person.achAccountNumberEncrypted) return '';
  const context = `${payeeKeyOf(kind, personID)}:achAccountNumber`;
  return maskNumber(decryptField(person.achAccountNumberEncrypted, context));
}
