import type { JobStatus, PayrollRow } from '../wire';
import type {
  ExecutePayrollRequest,
  ExecutionPreview,
  PaymentStatement,
  PayrollReportRow,
  PayrollRun,
} from '../wire-payroll';
import type { PayrollProgress } from '../wire-payroll-progress';
import type { AdminStatistics } from '../wire-statistics';

/**
 * The calls of the typed client, by their name in the table of endpoints. The reference at /api/docs has all calls; what is
 * here has its types from this package.
 */
export interface Calls {
  'GET /api/jobs/:id': { params: { id: string }; answer: JobStatus };

  'GET /api/payment-statement': { query: { payrollID: number; page?: number }; answer: PaymentStatement };

  'GET /api/generate-payroll': {
    query: { affID: number; endDate: string; payrollType: 1 | 2 };
    answer: PayrollRow[];
  };
  'POST /api/execute-payroll': {
    query: { affID: number; endDate: string; payrollType: 1 | 2 };
    body: ExecutePayrollRequest;
    answer: unknown;
  };
  'POST /api/payroll-preview': {
    query: { affID: number; endDate: string; payrollType: 1 | 2 };
    body: ExecutePayrollRequest;
    answer: ExecutionPreview;
  };
  'GET /api/generate-payroll-report': {
    query: { startDate: string; endDate: string } & { payrollType: 1 | 2 };
    answer: PayrollReportRow[];
  };
  'GET /api/payroll-runs/:id': { params: { id: string }; answer: PayrollRun };
  'GET /api/payroll-progress': { query: { payrollType: 1 | 2; endDate: string }; answer: PayrollProgress };
  'GET /api/admin-get-statistics': {
    query: { startDate: string; endDate: string } & { statsType: 1 | 2; staffID?: number };
    answer: AdminStatistics;
  };
}
