import { dollarsOf, PAYROLL_TYPE, type PaymentType, type PayrollRow } from '@partnerdesk/contracts';
import { generatePayroll, type PayrollRowCents } from '@partnerdesk/domain';
import type { GeneratePayrollPayload } from '@partnerdesk/queues';
import type { JobContext } from '../registry';

/** Computes what would be paid (rules: Payroll, Generate). It changes nothing, so it may run again. */
export async function generatePayrollJob(
  payload: GeneratePayrollPayload,
  { onProgress }: JobContext,
): Promise<PayrollRow[]> {
  const { payrollType, endDate, affID } = payload;
  const rows = await generatePayroll({ payrollType, endDate, personID: affID || undefined, onProgress });
  return rows.map((row) => payrollRowOf(row, payload));
}

function payrollRowOf(row: PayrollRowCents, { payrollType }: GeneratePayrollPayload): PayrollRow {
  const person =
    payrollType === PAYROLL_TYPE.affiliates
      ? { affID: row.personID, affName: row.name }
      : { staffID: row.personID, staffName: row.name };
  return {
    ...person,
    startPeriod: row.startPeriod,
    endPeriod: row.endPeriod,
    payoutAmount: dollarsOf(row.cents),
    commission: row.commission,
    paymentType: row.paymentType as PaymentType,
    entries: row.entries,
    fingerprint: row.fingerprint,
  };
}
