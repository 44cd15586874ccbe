import {
  type AdjustmentRequest,
  adjustCall,
  adjustmentsCall,
  cancelPayrollRunCall,
  discardPayFileCall,
  type ExecutePayrollRequest,
  excludedPaymentsCall,
  executePayrollCall,
  generatePayrollCall,
  makePayFileCall,
  markPaymentsCall,
  outcomeRows,
  type PayFileRequest,
  type PaymentMarksRequest,
  type PayrollType,
  pastPayrollsCall,
  payeePaymentsCall,
  payFilesCall,
  payrollOverviewCall,
  payrollPreviewCall,
  payrollProgressCall,
  payrollPulseCall,
  payrollReportCall,
  payrollRunCall,
  payrollRunRowsCall,
  payrollRunsCall,
  payrollScheduleCall,
  reverseAdjustmentCall,
  type Schema,
  wireDay,
} from '@partnerdesk/contracts';
import { api, ask, askLater } from '@partnerdesk/web';

let paymentsVersion = 0;

export interface PayrollArgs {
  payrollType: PayrollType;
  endDate: string;
  /** 0: everybody. */
  affID: number;
}
type ExecuteArgs = PayrollArgs & { body: ExecutePayrollRequest };

/** Rows of a finished run; `offset` is counted from 0. */
export interface RowsArgs {
  id: string;
  offset: number;
  limit: number;
}

const payrollOf = ({ payrollType, affID, endDate }: PayrollArgs) => ({
  query: { payrollType, affID, endDate: wireDay(endDate) },
});
const executionOf = ({ body, ...args }: ExecuteArgs) => ({ ...payrollOf(args), body });
/** The payroll of a day, without one the current payroll; `affID` 0 is everybody. */
const periodOf = ({ endDate, ...rest }: Partial<PayrollArgs> & Pick<PayrollArgs, 'payrollType'>) => ({
  query: { ...rest, ...(endDate && { endDate: wireDay(endDate) }) },
});
const typeOf = (payrollType: PayrollType) => ({ query: { payrollType } });
const runOf = (id: string) => ({ params: { id } });

/** @param answer the rows as the run's kind has them */
const rowsOf = <Rows>(answer: Schema<Rows>) => ({
  ...ask(payrollRunRowsCall, ({ id, ...query }: RowsArgs) => ({ params: { id }, query }), { answer }),
  transformResponse: (rows: unknown) => rows as Rows,
});

const payrollApi = api
  .enhanceEndpoints({ addTagTypes: ['PayrollRuns', 'Payments', 'Adjustments'] })
  .injectEndpoints({
    endpoints: (build) => ({
      startGenerate: build.mutation({
        ...askLater(generatePayrollCall, payrollOf),
        invalidatesTags: ['PayrollRuns'],
      }),
      startReport: build.mutation({
        ...askLater(
          payrollReportCall,
          (args: { payrollType: PayrollType; startDate: string; endDate: string }) => ({
            query: { ...args, startDate: wireDay(args.startDate), endDate: wireDay(args.endDate) },
          }),
        ),
        invalidatesTags: ['PayrollRuns'],
      }),
      startExecute: build.mutation({
        ...askLater(executePayrollCall, executionOf),
        invalidatesTags: ['PayrollRuns'],
      }),
      /** Quiet: the dialog that asks says what it could not look up. */
      getExecutionPreview: build.query(ask(payrollPreviewCall, executionOf, { quiet: true })),
      getRun: build.query(ask(payrollRunCall, runOf)),
      listRuns: build.query({ ...ask(payrollRunsCall, typeOf), providesTags: ['PayrollRuns'] }),
      getGeneratedRows: build.query(rowsOf(generatePayrollCall.answer)),
      getOutcomeRows: build.query(rowsOf(outcomeRows)),
      getReportRows: build.query(rowsOf(payrollReportCall.answer)),
      cancelRun: build.mutation(ask(cancelPayrollRunCall, runOf)),
      getSchedule: build.query({ ...ask(payrollScheduleCall, typeOf), providesTags: ['Payments'] }),
      getProgress: build.query({
        ...ask(payrollProgressCall, periodOf, { quiet: true }),
        providesTags: ['Payments'],
      }),
      getOverview: build.query({
        ...ask(payrollOverviewCall, periodOf, { quiet: true }),
        providesTags: ['Payments'],
      }),
      listPastPayrolls: build.query({
        ...ask(pastPayrollsCall, typeOf, { quiet: true }),
        providesTags: ['Payments'],
      }),
      /** Quiet: it is asked for all the time. */
      getPulse: build.query(ask(payrollPulseCall, typeOf, { quiet: true })),
      /** Another number whenever payments changed: rows of a run, which are read in pieces, are then read again. */
      getPaymentsVersion: build.query<number, void>({
        queryFn: () => {
          paymentsVersion += 1;
          return { data: paymentsVersion };
        },
        providesTags: ['Payments'],
      }),
      getPayee: build.query({
        ...ask(payeePaymentsCall, (query: { payrollType: PayrollType; personID: number }) => ({ query }), {
          quiet: true,
        }),
        providesTags: ['Payments'],
      }),
      adjust: build.mutation({
        ...ask(adjustCall, (body: AdjustmentRequest) => ({ body })),
        invalidatesTags: ['Payments', 'Adjustments'],
      }),
      /** Quiet: an id that is still being typed is nobody's yet. */
      getAdjustments: build.query({
        ...ask(
          adjustmentsCall,
          (query: { payrollType: PayrollType; personID: number; page: number }) => ({ query }),
          { quiet: true },
        ),
        providesTags: ['Adjustments'],
      }),
      reverseAdjustment: build.mutation({
        ...ask(
          reverseAdjustmentCall,
          ({ entryID, reason }: { entryID: string; reason: string }) => ({
            params: { entryID },
            body: { reason },
          }),
          { quiet: true },
        ),
        // Also when it is refused: somebody else may have reversed it.
        invalidatesTags: ['Payments', 'Adjustments'],
      }),
      markPayments: build.mutation({
        ...ask(markPaymentsCall, (body: PaymentMarksRequest) => ({ body })),
        invalidatesTags: ['Payments'],
      }),
      listPayFiles: build.query({ ...ask(payFilesCall, typeOf), providesTags: ['Payments'] }),
      createPayFile: build.mutation({
        ...ask(makePayFileCall, (body: PayFileRequest) => ({ body }), { quiet: true }),
        invalidatesTags: ['Payments'],
      }),
      getExcludedPayments: build.query(
        ask(excludedPaymentsCall, ({ payFileID, page }: { payFileID: number; page: number }) => ({
          params: { id: payFileID },
          query: { page },
        })),
      ),
      discardPayFile: build.mutation({
        ...ask(discardPayFileCall, ({ payFileID, ...body }: { payFileID: number; reason?: string }) => ({
          params: { id: payFileID },
          body,
        })),
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
  useGetOverviewQuery,
  useListPastPayrollsQuery,
  useGetPulseQuery,
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
