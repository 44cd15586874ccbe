import {
  type AdministratorChange,
  type AdministratorPermissionsRequest,
  type AdministratorRow,
  type InviteAdministratorRequest,
  OPEN_ACCOUNT_STATUSES,
  type PendingPermissions,
  type PermissionsDecision,
} from '@partnerdesk/contracts';
import { api, shape } from '@partnerdesk/web';

const { flag, listOf, nullable, number, record, text, word } = shape;

const isAdministrator = record<AdministratorRow>({
  adminID: number,
  emailAddress: text,
  firstName: text,
  permissions: listOf<AdministratorRow['permissions'][number]>(word),
  pending: nullable(
    record<PendingPermissions>({
      requestID: text,
      permissions: listOf<PendingPermissions['permissions'][number]>(word),
      requestedBy: text,
      own: flag,
      requestedAt: text,
    }),
  ),
  status: number,
  invited: flag,
  secondFactor: flag,
  lastSignInAt: nullable(text),
  own: flag,
  alone: flag,
});

/** Whether somebody may sign in. */
export const isOpen = ({ status }: AdministratorRow) =>
  (OPEN_ACCOUNT_STATUSES as readonly number[]).includes(status);

interface ChangeArgs {
  adminID: number;
  change: AdministratorChange;
  body?: AdministratorPermissionsRequest | PermissionsDecision;
}

const administratorsApi = api
  .enhanceEndpoints({ addTagTypes: ['Administrators', 'History'] })
  .injectEndpoints({
    endpoints: (build) => ({
      getAdministrators: build.query<AdministratorRow[], void>({
        query: () => 'administrators',
        extraOptions: { expects: listOf(isAdministrator) },
        providesTags: ['Administrators'],
      }),
      /** Quiet, as the next: the dialog says what went wrong. */
      inviteAdministrator: build.mutation<AdministratorRow, InviteAdministratorRequest>({
        query: (body) => ({ url: 'administrators', method: 'POST', body }),
        extraOptions: { quiet: true, expects: isAdministrator },
        invalidatesTags: (_result, error) => (error ? [] : ['Administrators', 'History']),
      }),
      changeAdministrator: build.mutation<AdministratorRow, ChangeArgs>({
        query: ({ adminID, change, body = {} }) => ({
          url: `administrators/${adminID}/${change}`,
          method: 'POST',
          body,
        }),
        extraOptions: { quiet: true, expects: isAdministrator },
        invalidatesTags: (_result, error) => (error ? [] : ['Administrators', 'History']),
      }),
    }),
  });

export const { useGetAdministratorsQuery, useInviteAdministratorMutation, useChangeAdministratorMutation } =
  administratorsApi;
