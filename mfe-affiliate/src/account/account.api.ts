import {
  affiliateAccountCall,
  affiliateBalanceCall,
  affiliatePaymentInfoCall,
  affiliateTaxFormsCall,
  affiliateTaxInfoCall,
  affiliateTermsCall,
  exportOwnDataCall,
  type NoticeSettings,
  noticesCall,
  saveNoticesCall,
  sendConfirmationAgainCall,
  type UpdateAffiliateAccountRequest,
  updateAffiliateAccountCall,
  updateAffiliatePasswordCall,
} from '@partnerdesk/contracts';
import { api, ask, askFile } from '@partnerdesk/web';

const ofAffiliate = (affiliateID: number) => ({ query: { affiliateID } });
/** Their panels say that they could not be loaded, or why it was refused. */
const quiet = { quiet: true };

const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPersonalInformation: build.query({
      ...ask(affiliateAccountCall, ofAffiliate),
      providesTags: ['Account'],
    }),
    getNotices: build.query(ask(noticesCall, undefined, quiet)),
    saveNotices: build.mutation(ask(saveNoticesCall, (body: NoticeSettings) => ({ body }))),
    getTerms: build.query(ask(affiliateTermsCall, ofAffiliate, quiet)),
    getBalance: build.query(ask(affiliateBalanceCall, ofAffiliate, quiet)),
    getTaxForms: build.query(ask(affiliateTaxFormsCall, ofAffiliate, quiet)),
    getPaymentInformation: build.query({
      ...ask(affiliatePaymentInfoCall, ofAffiliate),
      providesTags: ['Account'],
    }),
    getTaxInformation: build.query({
      ...ask(affiliateTaxInfoCall, ofAffiliate),
      providesTags: ['Account'],
    }),
    updateAccount: build.mutation({
      ...ask(updateAffiliateAccountCall, (body: UpdateAffiliateAccountRequest) => ({ body })),
      invalidatesTags: (_, error) => (error ? [] : ['Account']),
    }),
    sendConfirmationAgain: build.mutation(ask(sendConfirmationAgainCall, undefined, quiet)),
    exportOwnData: build.mutation(askFile(exportOwnDataCall)),
    updatePassword: build.mutation(
      ask(
        updateAffiliatePasswordCall,
        (body: { AffID: number; NewPassword: string; ConfirmNewPassword: string }) => ({ body }),
      ),
    ),
  }),
});

export const {
  useGetBalanceQuery,
  useGetTermsQuery,
  useGetNoticesQuery,
  useSaveNoticesMutation,
  useSendConfirmationAgainMutation,
  useGetTaxFormsQuery,
  useGetPersonalInformationQuery,
  useGetPaymentInformationQuery,
  useGetTaxInformationQuery,
  useUpdateAccountMutation,
  useUpdatePasswordMutation,
  useExportOwnDataMutation,
} = accountApi;
export const { getBalance } = accountApi.endpoints;
