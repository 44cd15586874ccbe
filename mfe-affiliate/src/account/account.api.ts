import type {
  PaymentInformation,
  PersonalInformation,
  TaxInformation,
  UpdateAffiliateAccountRequest,
  UpdateAffiliatePasswordRequest,
} from '@partnerdesk/contracts';
import { api } from '@partnerdesk/web';

const byAffiliate = (url: string) => (affiliateID: number) => ({ url, params: { affiliateID } });

const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPersonalInformation: build.query<PersonalInformation, number>({
      query: byAffiliate('get-affiliate-account'),
      providesTags: ['Account'],
    }),
    getPaymentInformation: build.query<PaymentInformation, number>({
      query: byAffiliate('get-affiliate-payment-info'),
      providesTags: ['Account'],
    }),
    getTaxInformation: build.query<TaxInformation, number>({
      query: byAffiliate('get-affiliate-tax-info'),
      providesTags: ['Account'],
    }),
    updateAccount: build.mutation<unknown, UpdateAffiliateAccountRequest>({
      query: (body) => ({ url: 'update-affiliate-account', method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['Account']),
    }),
    updatePassword: build.mutation<unknown, UpdateAffiliatePasswordRequest>({
      query: (body) => ({ url: 'update-affiliate-password', method: 'POST', body }),
    }),
  }),
});

export const {
  useGetPersonalInformationQuery,
  useGetPaymentInformationQuery,
  useGetTaxInformationQuery,
  useUpdateAccountMutation,
  useUpdatePasswordMutation,
} = accountApi;
