import { PAYMENT_TYPE } from '@partnerdesk/contracts';
import { changedLately } from '../accounts';
import { catchUpLedger } from '../ledger';
import { slicesOf } from '../platform';
import {
  type ExecuteItem,
  type ExecuteOutcome,
  type ExecutePayrollInput,
  planExecution,
} from './execute-payroll';
import { checkEndDateOrThrow } from './generate-payroll';
import { payableBalances } from './payable-balances';
import { payeeKindOf } from './payroll.models';
import { loadPayeePeople } from './people-names';

/** What an execution would pay now. */
export interface ExecutionPreviewCents {
  persons: number;
  cents: number;
  /** Of them: of payment type Unknown, and with an account that changed recently. */
  unknown: number;
  accountsChanged: number;
  /** Persons who would not be paid, by outcome. */
  outcomes: Partial<Record<ExecuteOutcome['outcome'], number>>;
}

/** People who are looked at in one step. */
const STEP = 500;

/** Whom an execution pays that names nobody: the one person, or (0) everybody with an open payout. */
export async function openItems({
  payrollType,
  endDate,
  personID,
}: Pick<ExecutePayrollInput, 'payrollType' | 'endDate'> & { personID: number }): Promise<ExecuteItem[]> {
  if (personID) return [{ personID, chosen: true }];
  const payable = await payableBalances(payeeKindOf(payrollType), endDate);
  return payable.map(({ personID, startPeriod }) => ({ personID, startPeriod }));
}

/**
 * Counts what executing these people would come to at this moment; it changes nothing.
 * @throws AppError invalid_input for an end date after today
 */
export async function previewExecution(
  input: Omit<ExecutePayrollInput, 'approved'>,
): Promise<ExecutionPreviewCents> {
  checkEndDateOrThrow(input.endDate);
  await catchUpLedger();
  const kind = payeeKindOf(input.payrollType);
  const preview: ExecutionPreviewCents = {
    persons: 0,
    cents: 0,
    unknown: 0,
    accountsChanged: 0,
    outcomes: {},
  };
  for (const step of slicesOf(input.items, STEP)) {
    const planned = await planExecution(input, step, new Date());
    const personIDs = planned.map(({ personID }) => personID);
    const people = await loadPayeePeople(kind, personIDs);
    for (const each of planned) {
      if (each.outcome !== 'executed') {
        preview.outcomes[each.outcome] = (preview.outcomes[each.outcome] ?? 0) + 1;
        continue;
      }
      const { amountCents, paymentType } = each.payroll;
      const changedAt = people.get(each.personID)?.paymentChangedAt;
      preview.persons += 1;
      preview.cents += amountCents;
      if (paymentType === PAYMENT_TYPE.unknown) preview.unknown += 1;
      if (changedLately(changedAt)) preview.accountsChanged += 1;
    }
  }
  return preview;
}
