import { AppError, type BusinessDay, MESSAGE, type PayrollType } from '@partnerdesk/contracts';
import { catchUpLedger } from '../ledger';
import { slicesOf, today } from '../platform';
import type { OpenBalance } from './open-balances';
import { payableBalances } from './payable-balances';
import { payeeKindOf } from './payroll.models';
import { loadPayeePeople } from './people-names';
import { type RowFlags, rowFingerprint, rowFlags } from './row-flags';

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
  /** undefined: everybody. */
  personID?: number;
}

/** Some rows more; `done` persons of `total` are complete. */
export interface PayrollStep {
  rows: PayrollRowCents[];
  done: number;
  total: number;
}

/** People whose rows are completed in one step. */
const STEP = 500;

/** @throws AppError invalid_input when endDate lies after today (docs/RULES.md, Payroll) */
export function checkEndDateOrThrow(endDate: BusinessDay): void {
  if (endDate > today()) {
    throw new AppError('invalid_input', MESSAGE.selectPayrollEndDate, {
      endDate: 'The end date may be today at the latest',
    });
  }
}

/**
 * What would be paid through endDate, step by step: a calculation, it changes nothing. Rows by person id; only
 * payouts above zero and not below the minimum are rows, other balances carry over (docs/RULES.md, Payouts). The first step has no rows yet: it
 * says how many there will be.
 * @throws AppError invalid_input for an end date after today
 */
export async function* generateInSteps(input: PayrollScope): AsyncGenerator<PayrollStep> {
  checkEndDateOrThrow(input.endDate);
  await catchUpLedger();
  const kind = payeeKindOf(input.payrollType);
  const { endDate, personID } = input;
  const balances = await payableBalances(kind, endDate, {
    personIDs: personID === undefined ? undefined : [personID],
  });
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
