import type {
  AccountTerms,
  AccountTermsRequest,
  AffiliateChange,
  CommissionGroupRow,
  CommissionRates,
  GroupChange,
  GroupTermsRequest,
  NewGroupRequest,
  TermsPeriod,
} from '@partnerdesk/contracts';
import { api, isApiError, shape } from '@partnerdesk/web';

const { listOf, nullable, number, record, text, word } = shape;

const isRates = record<CommissionRates>({
  commission: number,
  initial: nullable(number),
  rebill: nullable(number),
  capDays: nullable(number),
  capCommission: number,
});
const FACTS = { number, from: text, at: nullable(text), by: text, withdrawnBy: text } as const;

const isGroups = listOf(
  record<CommissionGroupRow>({
    groupID: number,
    name: text,
    version: number,
    rates: isRates,
    affiliates: number,
    changes: listOf(record<GroupChange>({ ...FACTS, rates: isRates })),
  }),
);
const isAccountTerms = record<AccountTerms>({
  today: text,
  periods: listOf(record<TermsPeriod>({ from: text, level: word, rates: isRates })),
  version: number,
  groupID: number,
  changes: listOf(
    record<AffiliateChange>({ ...FACTS, groupID: number, groupName: text, own: nullable(isRates) }),
  ),
  groups: listOf(record<AccountTerms['groups'][number]>({ groupID: number, name: text, commission: number })),
});

/** Whether somebody else had changed it first; nothing was saved. */
export const isConflict = (error: unknown): boolean => isApiError(error) && error.code === 'conflict';

type OfGroup<Body = unknown> = Body & { groupID: number; version: number };

const termsApi = api
  .enhanceEndpoints({ addTagTypes: ['CommissionGroups', 'AccountTerms', 'Accounts', 'History'] })
  .injectEndpoints({
    endpoints: (build) => {
      /** Quiet, as every change here: its form says what went wrong. The answer is the list as it is then. */
      const groups = { extraOptions: { quiet: true, expects: isGroups } };
      const changed = (_result: unknown, error: unknown) => {
        if (!error) return ['CommissionGroups', 'AccountTerms', 'Accounts', 'History'] as const;
        // Somebody else was faster: what they have changed is shown.
        return isConflict(error) ? (['CommissionGroups', 'AccountTerms'] as const) : [];
      };
      return {
        getCommissionGroups: build.query<CommissionGroupRow[], void>({
          query: () => 'commission-groups',
          extraOptions: { expects: isGroups },
          providesTags: ['CommissionGroups'],
        }),
        addCommissionGroup: build.mutation<CommissionGroupRow[], NewGroupRequest>({
          ...groups,
          query: (body) => ({ url: 'commission-groups', method: 'POST', body }),
          invalidatesTags: changed,
        }),
        renameCommissionGroup: build.mutation<CommissionGroupRow[], OfGroup<{ name: string }>>({
          ...groups,
          query: ({ groupID, ...body }) => ({
            url: `commission-groups/${groupID}/name`,
            method: 'POST',
            body,
          }),
          invalidatesTags: changed,
        }),
        changeGroupTerms: build.mutation<CommissionGroupRow[], OfGroup<GroupTermsRequest>>({
          ...groups,
          query: ({ groupID, ...body }) => ({
            url: `commission-groups/${groupID}/terms`,
            method: 'POST',
            body,
          }),
          invalidatesTags: changed,
        }),
        withdrawGroupTerms: build.mutation<CommissionGroupRow[], OfGroup<{ number: number }>>({
          ...groups,
          query: ({ groupID, number: change, version }) => ({
            url: `commission-groups/${groupID}/terms/${change}`,
            method: 'DELETE',
            params: { version },
          }),
          invalidatesTags: changed,
        }),
        /** @param version of the record that is shown: with another one they are asked for again */
        getAccountTerms: build.query<AccountTerms, { affID: number; version: number }>({
          query: ({ affID }) => ({ url: 'account-terms', params: { affID } }),
          extraOptions: { expects: isAccountTerms },
          providesTags: ['AccountTerms'],
        }),
        changeAccountTerms: build.mutation<AccountTerms, AccountTermsRequest>({
          query: (body) => ({ url: 'account-terms', method: 'POST', body }),
          extraOptions: { quiet: true, expects: isAccountTerms },
          invalidatesTags: changed,
        }),
        withdrawAccountTerms: build.mutation<
          AccountTerms,
          { affID: number; number: number; version: number }
        >({
          query: (params) => ({ url: 'account-terms', method: 'DELETE', params }),
          extraOptions: { quiet: true, expects: isAccountTerms },
          invalidatesTags: changed,
        }),
      };
    },
  });

export const {
  useGetCommissionGroupsQuery,
  useAddCommissionGroupMutation,
  useRenameCommissionGroupMutation,
  useChangeGroupTermsMutation,
  useWithdrawGroupTermsMutation,
  useGetAccountTermsQuery,
  useChangeAccountTermsMutation,
  useWithdrawAccountTermsMutation,
} = termsApi;
