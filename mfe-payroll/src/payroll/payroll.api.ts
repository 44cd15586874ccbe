import type {
  AdjustmentRequest,
  ExecutePayrollRequest,
  PayFile,
  PayFileRequest,
  PaymentMarkOutcome,
  PaymentMarksRequest,
  PayrollEntry,
  PayrollRun,
  PayrollSchedule,
  PayrollType,
} from '@partnerdesk/contracts';
import { wireDay } from '@partnerdesk/contracts';
import { api } from '@partnerdesk/web';

/** The worker does it; the answer says where to follow it. */
const LATER = { prefer: 'respond-async' };

interface PayrollArgs {
  payrollType: PayrollType;
  endDate: string;
  /** 0: everybody. */
  affID: number;
}

const payrollApi = api
  .enhanceEndpoints({ addTagTypes: ['PayrollRuns', 'Schedule', 'PayFiles'] })
  .injectEndpoints({
    endpoints: (build) => ({
      startGenerate: build.mutation<{ id: string }, PayrollArgs>({
        query: ({ endDate, ...params }) => ({
          url: 'generate-payroll',
          params: { ...params, endDate: wireDay(endDate) },
          headers: LATER,
        }),
        invalidatesTags: ['PayrollRuns'],
      }),
      startReport: build.mutation<
        { id: string },
        { payrollType: PayrollType; startDate: string; endDate: string }
      >({
        query: ({ payrollType, startDate, endDate }) => ({
          url: 'generate-payroll-report',
          params: { payrollType, startDate: wireDay(startDate), endDate: wireDay(endDate) },
          headers: LATER,
        }),
        invalidatesTags: ['PayrollRuns'],
      }),
      startExecute: build.mutation<{ id: string }, PayrollArgs & { body: ExecutePayrollRequest }>({
        query: ({ body, endDate, ...params }) => ({
          url: 'execute-payroll',
          method: 'POST',
          params: { ...params, endDate: wireDay(endDate) },
          headers: LATER,
          body,
        }),
        invalidatesTags: ['PayrollRuns'],
      }),
      getRun: build.query<PayrollRun, string>({ query: (id) => `payroll-runs/${id}` }),
      listRuns: build.query<PayrollRun[], PayrollType>({
        query: (payrollType) => ({ url: 'payroll-runs', params: { payrollType } }),
        providesTags: ['PayrollRuns'],
      }),
      getRows: build.query<object[], { id: string; offset: number; limit: number }>({
        query: ({ id, ...params }) => ({ url: `payroll-runs/${id}/rows`, params }),
      }),
      cancelRun: build.mutation<PayrollRun, string>({
        query: (id) => ({ url: `payroll-runs/${id}`, method: 'DELETE' }),
      }),
      getSchedule: build.query<PayrollSchedule, PayrollType>({
        query: (payrollType) => ({ url: 'payroll-schedule', params: { payrollType } }),
        providesTags: ['Schedule'],
      }),
      adjust: build.mutation<PayrollEntry, AdjustmentRequest>({
        query: (body) => ({ url: 'payroll-adjustments', method: 'POST', body }),
        invalidatesTags: ['Schedule'],
      }),
      markPayments: build.mutation<PaymentMarkOutcome[], PaymentMarksRequest>({
        query: (body) => ({ url: 'payment-marks', method: 'POST', body }),
        invalidatesTags: ['Schedule'],
      }),
      listPayFiles: build.query<PayFile[], PayrollType>({
        query: (payrollType) => ({ url: 'pay-files', params: { payrollType } }),
        providesTags: ['PayFiles'],
      }),
      createPayFile: build.mutation<PayFile, PayFileRequest>({
        query: (body) => ({ url: 'pay-files', method: 'POST', body }),
        extraOptions: { quiet: true },
        invalidatesTags: ['PayFiles'],
      }),
      discardPayFile: build.mutation<PayFile, number>({
        query: (id) => ({ url: `pay-files/${id}`, method: 'DELETE' }),
        invalidatesTags: ['PayFiles'],
      }),
    }),
  });

/** Something was paid: what is due is another sum now. */
export const scheduleChanged = () => payrollApi.util.invalidateTags(['Schedule']);

export const {
  useStartGenerateMutation,
  useStartReportMutation,
  useStartExecuteMutation,
  useGetRunQuery,
  useListRunsQuery,
  useLazyGetRowsQuery,
  useCancelRunMutation,
  useGetScheduleQuery,
  useAdjustMutation,
  useMarkPaymentsMutation,
  useListPayFilesQuery,
  useCreatePayFileMutation,
  useDiscardPayFileMutation,
} = payrollApi;
