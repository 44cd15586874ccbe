import {
  accountTermsCall,
  addCommissionGroupCall,
  type BodyFor,
  changeAccountTermsCall,
  changeGroupTermsCall,
  commissionGroupsCall,
  renameCommissionGroupCall,
  withdrawAccountTermsCall,
  withdrawGroupTermsCall,
} from '@partnerdesk/contracts';
import { api, ask, isConflict } from '@partnerdesk/web';

type OfGroup<C> = BodyFor<C> & { groupID: number };

const termsApi = api
  .enhanceEndpoints({ addTagTypes: ['CommissionGroups', 'AccountTerms', 'Accounts', 'History'] })
  .injectEndpoints({
    endpoints: (build) => {
      /** As every change here: its form says what went wrong. The answer is the list as it is then. */
      const quiet = { quiet: true };
      const changed = (_result: unknown, error: unknown) => {
        if (!error) return ['CommissionGroups', 'AccountTerms', 'Accounts', 'History'] as const;
        // Somebody else was faster: what they have changed is shown.
        return isConflict(error) ? (['CommissionGroups', 'AccountTerms'] as const) : [];
      };
      return {
        getCommissionGroups: build.query({
          ...ask(commissionGroupsCall),
          providesTags: ['CommissionGroups'],
        }),
        addCommissionGroup: build.mutation({
          ...ask(addCommissionGroupCall, (body: BodyFor<typeof addCommissionGroupCall>) => ({ body }), quiet),
          invalidatesTags: changed,
        }),
        renameCommissionGroup: build.mutation({
          ...ask(
            renameCommissionGroupCall,
            ({ groupID, ...body }: OfGroup<typeof renameCommissionGroupCall>) => ({
              params: { groupID },
              body,
            }),
            quiet,
          ),
          invalidatesTags: changed,
        }),
        changeGroupTerms: build.mutation({
          ...ask(
            changeGroupTermsCall,
            ({ groupID, ...body }: OfGroup<typeof changeGroupTermsCall>) => ({ params: { groupID }, body }),
            quiet,
          ),
          invalidatesTags: changed,
        }),
        withdrawGroupTerms: build.mutation({
          ...ask(
            withdrawGroupTermsCall,
            ({ version, ...params }: { groupID: number; number: number; version: number }) => ({
              params,
              query: { version },
            }),
            quiet,
          ),
          invalidatesTags: changed,
        }),
        /** @param version of the record that is shown: with another one they are asked for again */
        getAccountTerms: build.query({
          ...ask(accountTermsCall, ({ affID }: { affID: number; version: number }) => ({ query: { affID } })),
          providesTags: ['AccountTerms'],
        }),
        changeAccountTerms: build.mutation({
          ...ask(changeAccountTermsCall, (body: BodyFor<typeof changeAccountTermsCall>) => ({ body }), quiet),
          invalidatesTags: changed,
        }),
        withdrawAccountTerms: build.mutation({
          ...ask(
            withdrawAccountTermsCall,
            (query: { affID: number; number: number; version: number }) => ({ query }),
            quiet,
          ),
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
