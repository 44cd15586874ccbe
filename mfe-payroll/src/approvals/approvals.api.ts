import {
  type ApprovalDecision,
  approvalCall,
  approvalRowsCall,
  approvalsCall,
  decideApprovalCall,
} from '@partnerdesk/contracts';
import { api, ask } from '@partnerdesk/web';
import type { RowsArgs } from '../payroll/payroll.api';

const approvalsApi = api.enhanceEndpoints({ addTagTypes: ['Approvals', 'Payments'] }).injectEndpoints({
  endpoints: (build) => ({
    listApprovals: build.query({ ...ask(approvalsCall), providesTags: ['Approvals'] }),
    getApproval: build.query({
      ...ask(approvalCall, (id: string) => ({ params: { id } })),
      providesTags: ['Approvals'],
    }),
    getApprovalRows: build.query(
      ask(approvalRowsCall, ({ id, ...query }: RowsArgs) => ({ params: { id }, query })),
    ),
    /** Also when it failed: the request may be in another state by now. */
    decide: build.mutation({
      ...ask(
        decideApprovalCall,
        ({ approvalID, ...body }: ApprovalDecision & { approvalID: number }) => ({
          params: { id: approvalID },
          body,
        }),
        { quiet: true },
      ),
      invalidatesTags: ['Approvals', 'Payments'],
    }),
  }),
});

export const { useListApprovalsQuery, useGetApprovalQuery, useLazyGetApprovalRowsQuery, useDecideMutation } =
  approvalsApi;
