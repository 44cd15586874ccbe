import type {
  ApprovalDecision,
  PayrollApproval,
  PayrollApprovalDetails,
  PayrollApprovalRow,
} from '@partnerdesk/contracts';
import { api, shape } from '@partnerdesk/web';
import type { RowsArgs } from '../payroll/payroll.api';
import { isApproval, isApprovalDetails, isApprovalRow } from './approvals.shapes';

const { listOf } = shape;

const approvalsApi = api.enhanceEndpoints({ addTagTypes: ['Approvals', 'Payments'] }).injectEndpoints({
  endpoints: (build) => ({
    listApprovals: build.query<PayrollApproval[], void>({
      query: () => 'payroll-approvals',
      extraOptions: { expects: listOf(isApproval) },
      providesTags: ['Approvals'],
    }),
    getApproval: build.query<PayrollApprovalDetails, string>({
      query: (id) => `payroll-approvals/${encodeURIComponent(id)}`,
      extraOptions: { expects: isApprovalDetails },
      providesTags: ['Approvals'],
    }),
    getApprovalRows: build.query<PayrollApprovalRow[], RowsArgs>({
      query: ({ id, ...params }) => ({ url: `payroll-approvals/${encodeURIComponent(id)}/rows`, params }),
      extraOptions: { expects: listOf(isApprovalRow) },
    }),
    /** Also when it failed: the request may be in another state by now. */
    decide: build.mutation<PayrollApproval, ApprovalDecision & { approvalID: number }>({
      query: ({ approvalID, ...body }) => ({
        url: `payroll-approvals/${approvalID}`,
        method: 'POST',
        body,
      }),
      extraOptions: { quiet: true, expects: isApproval },
      invalidatesTags: ['Approvals', 'Payments'],
    }),
  }),
});

export const { useListApprovalsQuery, useGetApprovalQuery, useLazyGetApprovalRowsQuery, useDecideMutation } =
  approvalsApi;
