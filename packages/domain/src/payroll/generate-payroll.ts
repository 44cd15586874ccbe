import { AppError, type BusinessDay, MESSAGE, type PayrollType } from '@partnerdesk/contracts';
import { today } from '../config';
import { catchUpLedger } from '../ledger/journal';
import { payeeKindOf } from '../ledger/payee';
import { type OpenBalance, openBalances } from './open-balances';
import { loadPayeePeople } from './people-names';

/** A row of a generated payroll; cents. */
export interface PayrollRowCents extends OpenBalance {
  name: string;
  /** Percentage now. */
  commission: number;
  paymentType: number;
}

export interface GeneratePayrollInput {
  payrollType: PayrollType;
  endDate: BusinessDay;
  /** undefined: everybody. */
  personID?: number;
  /** Told how many persons of all are done. */
  onProgress?: (done: number, total: number) => Promise<void> | void;
}

/** People whose rows are completed between two reports of progress. */
const STEP = 500;

/** @throws AppError invalid_input when endDate lies after today (rules: Payroll, Generate) */
export function checkEndDateOrThrow(endDate: BusinessDay): void {
  if (endDate > today()) {
    throw new AppError('invalid_input', MESSAGE.selectPayrollEndDate, {
      endDate: 'The end date may be today at the latest',
    });
  }
}

/**
 * What would be paid through endDate: a calculation, it changes nothing. Rows by person id; only payouts
 * above zero are rows, other balances carry over (rules: Payroll).
 * @throws AppError invalid_input for an end date after today
 */
export async function generatePayroll(input: GeneratePayrollInput): Promise<PayrollRowCents[]> {
  checkEndDateOrThrow(input.endDate);
  await catchUpLedger();
  const kind = payeeKindOf(input.payrollType);
  const balances = (await openBalances(kind, input.endDate, input.personID)).filter(
    (balance) => balance.cents > 0,
  );
  const rows: PayrollRowCents[] = [];
  await input.onProgress?.(0, balances.length);
  for (let start = 0; start < balances.length; start += STEP) {
    const step = balances.slice(start, start + STEP);
    const people = await loadPayeePeople(
      kind,
      step.map((balance) => balance.personID),
    );
    for (const balance of step) {
      const { name = '', commission = 0, paymentType = 0 } = people.get(balance.personID) ?? {};
      rows.push({ ...balance, name, commission, paymentType });
    }
    await input.onProgress?.(rows.length, balances.length);
  }
  return rows;
}
