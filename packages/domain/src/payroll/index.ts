/**
 * What is paid: runs, approvals, executions, pay files, the bank’s answers, adjustments, tax forms, and the audit of all
 * of it.
 */
export * from './account-figures';
export * from './adjust-balance';
export * from './adjustments';
export * from './affiliate-balance';
export * from './approval/adjust-within-limit';
export * from './approval/approved-runs';
export * from './approval/decide-approval';
export * from './approval/discard-pay-file';
export * from './approval/find-approvals';
export type { RequestRow } from './approval/request-rows';
export * from './approval.model';
export * from './audit/audit-payroll';
export * from './execute-payroll';
export * from './generate-payroll';
export { latestMarks } from './latest-marks';
export * from './mark-payments';
export * from './open-balances';
export * from './pay-files/bank-days';
export * from './pay-files/download-pay-file';
export { beginFilesOfRun } from './pay-files/files-of-run';
export * from './pay-files/find-pay-files';
export * from './pay-files/make-pay-file';
export * from './pay-files/nacha';
export * from './pay-files/pay-file.models';
export * from './pay-files/pay-file-state';
export * from './pay-results/ach-return-codes';
export * from './pay-results/match-results';
export { matchSteps, RESULT_STEP, type ResultFile } from './pay-results/match-steps';
export * from './pay-results/payment-results';
export * from './pay-results/read-ach-returns';
export * from './pay-results/read-paypal-results';
export * from './pay-results/result-runs';
export * from './pay-results/returned-mails';
export * from './payee-payments';
export { accountOf } from './payment-account';
export * from './payroll.models';
export type { PayrollEvent } from './payroll-course';
export * from './payroll-entries';
export * from './payroll-overview';
export {
  currentProgress,
  type PaymentStep,
  type PaymentsCents,
  type ProgressCents,
  payrollProgress,
} from './payroll-progress';
export * from './payroll-pulse';
export { accountSealOf, payrollNumberContext } from './payroll-record';
export * from './payroll-run.model';
export * from './payroll-runs';
export * from './payroll-schedule';
export * from './people-names';
export * from './perform-run';
export { rebuildPerformance, refreshPerformance } from './performance/refresh-performance';
export * from './preview-execution';
export * from './proof/export-ledger';
export * from './report-payroll';
export type { RowFlags } from './row-flags';
export * from './sum-payments';
export * from './tax-forms/ask-payees';
export { COPY_B_STYLE } from './tax-forms/copy-b';
export { type NecTotal, type PayeeID, payeeIDKey } from './tax-forms/nec-forms';
export * from './tax-forms/tax-documents';
export { isYearOver, readTaxYear, type TaxYear, taxYears } from './tax-forms/tax-year';
