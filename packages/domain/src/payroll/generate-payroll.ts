import { AppError, type BusinessDay, MESSAGE, type PayrollType } from '@partnerdesk/contracts';
import { catchUpLedger } from '../ledger';
import { slicesOf, today } from '../platform';
import { type OpenBalance, payableBalances } from './open-balances';
import { loadPayeePeople, type RowFlags, rowFingerprint, rowFlags } from './payees';
import { payeeKindOf } from './payroll.models';

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
