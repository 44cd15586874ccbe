import type { BusinessDay } from '../days';
import type {
  Configuration,
  JobStatus,
  LoginRequest,
  LoginResponse,
  PayrollRow,
  SessionResponse,
  SessionRow,
} from '../wire';
import type { AdministratorRow } from '../wire-administrators';
import type { FailedWorkSummary } from '../wire-failed-work';
import type { DigestSetting } from '../wire-notices';
import type {
  ExecutePayrollRequest,
  ExecutionPreview,
  PaymentStatement,
  PayrollReportRow,
  PayrollRun,
} from '../wire-payroll';
import type { PayrollProgress } from '../wire-payroll-progress';
import type { RemoteBuild } from '../wire-releases';
import type { AdminStatistics, OfficeDashboard } from '../wire-statistics';

type Empty = Record<string, never>;
type Period = { from: string; to: string };
type Paging = { cursor?: string; limit?: number };
/** A page of `/api/v1`; next: cursor of the next one. */
interface Page<Row> {
  data: Row[];
  next: string | null;
}
interface V1Sums {
  sales: number;
  payout: number;
}

/**
 * The calls of the typed client, by their name in the table of endpoints. The reference at /api/docs has all calls; what is
 * here has its types from this package.
 */
export interface Calls {
  'GET /api/configuration': { answer: Configuration };
  'GET /api/session': { answer: SessionResponse };
  'POST /api/login': { body: LoginRequest; answer: LoginResponse };
  'POST /api/logout': { body: Empty; answer: unknown };
  'GET /api/sessions': { answer: SessionRow[] };
  'GET /api/jobs/:id': { params: { id: string }; answer: JobStatus };

  'GET /api/payment-statement': { query: { payrollID: number; page?: number }; answer: PaymentStatement };

  'GET /api/office-dashboard': { answer: OfficeDashboard };
  'GET /api/daily-digest': { answer: DigestSetting };
  'GET /api/failed-work': { answer: FailedWorkSummary[] };
  'GET /api/releases': { answer: RemoteBuild[] };
  'GET /api/administrators': { answer: AdministratorRow[] };
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

  'GET /api/v1/figures': { query: Period; answer: Page<V1Sums & { day: BusinessDay }> };
  'GET /api/v1/sources': {
    query: Paging;
    answer: Page<V1Sums & { tid: string; lp: string; clicks: number; joins: number }>;
  };
  'GET /api/v1/sales': {
    query: Period & Paging;
    answer: Page<{ saleID: number; at: string; type: string; amount: number; payout: number }>;
  };
  'GET /api/v1/payments': {
    query: Paging;
    answer: Page<{
      paymentID: number;
      at: string;
      startPeriod: BusinessDay;
      endPeriod: BusinessDay;
      amount: number;
      paymentType: number;
    }>;
  };
}
