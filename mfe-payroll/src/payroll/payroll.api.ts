import type {
  AdjustmentRequest,
  ExcludedPayFilePayment,
  ExecuteOutcomeRow,
  ExecutePayrollRequest,
  ExecutionPreview,
  PayeePayments,
  PayFile,
  PayFileRequest,
  PaymentMarkOutcome,
  PaymentMarksRequest,
  PayrollProgress,
  PayrollReportRow,
  PayrollRow,
  PayrollRun,
  PayrollSchedule,
  PayrollType,
  PersonAdjustments,
} from '@partnerdesk/contracts';
import { wireDay } from '@partnerdesk/contracts';
import { api, type Shape, shape } from '@partnerdesk/web';
import {
  type AdjustmentAnswer,
  isAdjustmentAnswer,
  isAdjustments,
  isExcludedPayment,
  isGeneratedRow,
  isMarks,
  isOutcomeRow,
  isPayee,
  isPayFile,
  isPreview,
  isProgress,
  isReportRow,
  isRun,
  isSchedule,
  isStarted,
} from './payroll.shapes';

const { listOf } = shape;

let paymentsVersion = 0;

/** The worker does it; the answer says where to follow it. */
export const LATER = { prefer: 'respond-async' };

interface PayrollArgs {
  payrollType: PayrollType;
  endDate: string;
  /** 0: everybody. */
  affID: number;
}

/** Rows of a finished run; `offset` is counted from 0. */
export interface RowsArgs {
  id: string;
  offset: number;
  limit: number;
}

const rowsOf = <Row>(isRow: Shape<Row>) => ({
  query: ({ id, ...params }: RowsArgs) => ({ url: `payroll-runs/${encodeURIComponent(id)}/rows`, params }),
  extraOptions: { expects: listOf(isRow) },
});

const payrollApi = api
  .enhanceEndpoints({ addTagTypes: ['PayrollRuns', 'Payments', 'Adjustments'] })
  .injectEndpoints({
    endpoints: (build) => ({
      startGenerate: build.mutation<{ id: string }, PayrollArgs>({
        query: ({ endDate, ...params }) => ({
          url: 'generate-payroll',
          params: { ...params, endDate: wireDay(endDate) },
          headers: LATER,
        }),
        extraOptions: { expects: isStarted },
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
        extraOptions: { expects: isStarted },
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
        extraOptions: { expects: isStarted },
        invalidatesTags: ['PayrollRuns'],
      }),
      /** Quiet: the dialog that asks says what it could not look up. */
      getExecutionPreview: build.query<ExecutionPreview, PayrollArgs & { body: ExecutePayrollRequest }>({
        query: ({ body, endDate, ...params }) => ({
          url: 'payroll-preview',
          method: 'POST',
          params: { ...params, endDate: wireDay(endDate) },
          body,
        }),
        extraOptions: { quiet: true, expects: isPreview },
      }),
      getRun: build.query<PayrollRun, string>({
        query: (id) => `payroll-runs/${encodeURIComponent(id)}`,
        extraOptions: { expects: isRun },
      }),
      listRuns: build.query<PayrollRun[], PayrollType>({
        query: (payrollType) => ({ url: 'payroll-runs', params: { payrollType } }),
        extraOptions: { expects: listOf(isRun) },
        providesTags: ['PayrollRuns'],
      }),
      getGeneratedRows: build.query<PayrollRow[], RowsArgs>(rowsOf(isGeneratedRow)),
      getOutcomeRows: build.query<ExecuteOutcomeRow[], RowsArgs>(rowsOf(isOutcomeRow)),
      getReportRows: build.query<PayrollReportRow[], RowsArgs>(rowsOf(isReportRow)),
      cancelRun: build.mutation<unknown, string>({
        query: (id) => ({ url: `payroll-runs/${encodeURIComponent(id)}`, method: 'DELETE' }),
      }),
      getSchedule: build.query<PayrollSchedule, PayrollType>({
        query: (payrollType) => ({ url: 'payroll-schedule', params: { payrollType } }),
        extraOptions: { expects: isSchedule },
        providesTags: ['Payments'],
      }),
      /** Without a day of the current payroll; `affID` 0 is everybody. */
      getProgress: build.query<
        PayrollProgress,
        { payrollType: PayrollType; endDate?: string; affID?: number }
      >({
        query: ({ endDate, ...params }) => ({
          url: 'payroll-progress',
          params: { ...params, ...(endDate && { endDate: wireDay(endDate) }) },
        }),
        extraOptions: { quiet: true, expects: isProgress },
        providesTags: ['Payments'],
      }),
      /** Another number whenever payments changed: rows of a run, which are read in pieces, are then read again. */
      getPaymentsVersion: build.query<number, void>({
        queryFn: () => {
          paymentsVersion += 1;
          return { data: paymentsVersion };
        },
        providesTags: ['Payments'],
      }),
      getPayee: build.query<PayeePayments, { payrollType: PayrollType; personID: number }>({
        query: (params) => ({ url: 'payee-payments', params }),
        extraOptions: { quiet: true, expects: isPayee },
        providesTags: ['Payments'],
      }),
      adjust: build.mutation<AdjustmentAnswer, AdjustmentRequest>({
        query: (body) => ({ url: 'payroll-adjustments', method: 'POST', body }),
        extraOptions: { expects: isAdjustmentAnswer },
        invalidatesTags: ['Payments', 'Adjustments'],
      }),
      /** Quiet: an id that is still being typed is nobody's yet. */
      getAdjustments: build.query<
        PersonAdjustments,
        { payrollType: PayrollType; personID: number; page: number }
      >({
        query: (params) => ({ url: 'payroll-adjustments', params }),
        extraOptions: { quiet: true, expects: isAdjustments },
        providesTags: ['Adjustments'],
      }),
      reverseAdjustment: build.mutation<AdjustmentAnswer, { entryID: string; reason: string }>({
        query: ({ entryID, ...body }) => ({
          url: `payroll-adjustments/${encodeURIComponent(entryID)}/reversal`,
          method: 'POST',
          body,
        }),
        extraOptions: { quiet: true, expects: isAdjustmentAnswer },
        // Also when it is refused: somebody else may have reversed it.
        invalidatesTags: ['Payments', 'Adjustments'],
      }),
      markPayments: build.mutation<PaymentMarkOutcome[], PaymentMarksRequest>({
        query: (body) => ({ url: 'payment-marks', method: 'POST', body }),
        extraOptions: { expects: isMarks },
        invalidatesTags: ['Payments'],
      }),
      listPayFiles: build.query<PayFile[], PayrollType>({
        query: (payrollType) => ({ url: 'pay-files', params: { payrollType } }),
        extraOptions: { expects: listOf(isPayFile) },
        providesTags: ['Payments'],
      }),
      createPayFile: build.mutation<PayFile, PayFileRequest>({
        query: (body) => ({ url: 'pay-files', method: 'POST', body }),
        extraOptions: { quiet: true, expects: isPayFile },
        invalidatesTags: ['Payments'],
      }),
      getExcludedPayments: build.query<ExcludedPayFilePayment[], { payFileID: number; page: number }>({
        query: ({ payFileID, page }) => ({ url: `pay-files/${payFileID}/excluded`, params: { page } }),
        extraOptions: { expects: listOf(isExcludedPayment) },
      }),
      discardPayFile: build.mutation<unknown, { payFileID: number; reason?: string }>({
        query: ({ payFileID, ...body }) => ({ url: `pay-files/${payFileID}`, method: 'DELETE', body }),
        invalidatesTags: ['Payments'],
      }),
    }),
  });

/**
 * Something became of payments, or of what is due: everything that shows them is read again, figures, rows and pay files
 * alike, so that no part of a screen says otherwise than another.
 */
export const paymentsChanged = () => payrollApi.util.invalidateTags(['Payments']);

export const {
  useStartGenerateMutation,
  useStartReportMutation,
  useStartExecuteMutation,
  useGetExecutionPreviewQuery,
  useGetRunQuery,
  useListRunsQuery,
  useLazyGetGeneratedRowsQuery,
  useLazyGetOutcomeRowsQuery,
  useLazyGetReportRowsQuery,
  useCancelRunMutation,
  useGetScheduleQuery,
  useGetProgressQuery,
  useGetPaymentsVersionQuery,
  useGetPayeeQuery,
  useAdjustMutation,
  useGetAdjustmentsQuery,
  useReverseAdjustmentMutation,
  useMarkPaymentsMutation,
  useListPayFilesQuery,
  useCreatePayFileMutation,
  useDiscardPayFileMutation,
  useGetExcludedPaymentsQuery,
} = payrollApi;
