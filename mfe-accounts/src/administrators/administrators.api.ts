import {
  type AdministratorChange,
  type AdministratorChangeRequest,
  type AdministratorRow,
  administratorsCall,
  changeAdministratorCall,
  type InviteAdministratorRequest,
  inviteAdministratorCall,
  OPEN_ACCOUNT_STATUSES,
} from '@partnerdesk/contracts';
import { api, ask } from '@partnerdesk/web';

/** Whether somebody may sign in. */
export const isOpen = ({ status }: AdministratorRow) =>
  (OPEN_ACCOUNT_STATUSES as readonly number[]).includes(status);

interface ChangeArgs {
  adminID: number;
  change: AdministratorChange;
  body?: AdministratorChangeRequest;
}

const quiet = { quiet: true };

const administratorsApi = api
  .enhanceEndpoints({ addTagTypes: ['Administrators', 'History'] })
  .injectEndpoints({
    endpoints: (build) => ({
      getAdministrators: build.query({ ...ask(administratorsCall), providesTags: ['Administrators'] }),
      /** Quiet, as the next: the dialog says what went wrong. */
      inviteAdministrator: build.mutation({
        ...ask(inviteAdministratorCall, (body: InviteAdministratorRequest) => ({ body }), quiet),
        invalidatesTags: (_result, error) => (error ? [] : ['Administrators', 'History']),
      }),
      changeAdministrator: build.mutation({
        ...ask(
          changeAdministratorCall,
          ({ adminID, change, body = {} }: ChangeArgs) => ({ params: { adminID, change }, body }),
          quiet,
        ),
        invalidatesTags: (_result, error) => (error ? [] : ['Administrators', 'History']),
      }),
    }),
  });

export const { useGetAdministratorsQuery, useInviteAdministratorMutation, useChangeAdministratorMutation } =
  administratorsApi;
