import type {
  AffiliateBalance,
  AffiliateTaxForm,
  AffiliateTerms,
  CommissionRates,
  Notice,
  NoticeSettings,
  PaymentInformation,
  PersonalInformation,
  TaxInformation,
  TermsPeriod,
  UpdateAffiliateAccountRequest,
  UpdateAffiliatePasswordRequest,
} from '@partnerdesk/contracts';
import { api, fileCall, shape } from '@partnerdesk/web';

const { code, listOf, nullable, number, optional, record, saved, text, word } = shape;

const isPersonal = record<PersonalInformation>({
  affID: number,
  emailAddress: text,
  signInEmailAddress: optional(text),
  status: number,
  firstName: text,
  lastName: text,
  address1: text,
  address2: text,
  city: text,
  state: text,
  postalCode: text,
  countryName: text,
  countryID: number,
  skypeUserName: text,
});
const isPayment = record<PaymentInformation>({
  affID: number,
  paymentType: code,
  paypalID: text,
  achAccountName: text,
  achAccountType: number,
  achRoutingNumber: text,
  achAccountNumber: text,
});
const isTax = record<TaxInformation>({ affID: number, taxID: text, taxIDType: number, companyName: text });

const isBalance = record<AffiliateBalance>({
  affID: number,
  available: number,
  pending: number,
  minimumPayout: number,
  holdDays: number,
  nextPayoutDate: text,
});

const isTaxForm = record<AffiliateTaxForm>({ year: number, amount: number });

const isTerms = record<AffiliateTerms>({
  today: text,
  periods: listOf(
    record<TermsPeriod>({
      from: text,
      level: word,
      rates: record<CommissionRates>({
        commission: number,
        initial: nullable(number),
        rebill: nullable(number),
        capDays: nullable(number),
        capCommission: number,
      }),
    }),
  ),
});

const isNotices = record<NoticeSettings>({ on: listOf<Notice>(word) });

const byAffiliate = (url: string) => (affiliateID: number) => ({ url, params: { affiliateID } });

const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPersonalInformation: build.query<PersonalInformation, number>({
      query: byAffiliate('get-affiliate-account'),
      extraOptions: { expects: isPersonal, defaults: () => ({ city: '', state: '' }) },
      providesTags: ['Account'],
    }),
    /** Quiet, as the next: its panel says that they could not be loaded. */
    getNotices: build.query<NoticeSettings, void>({
      query: () => 'notices',
      extraOptions: { quiet: true, expects: isNotices },
    }),
    saveNotices: build.mutation<NoticeSettings, NoticeSettings>({
      query: (body) => ({ url: 'notices', method: 'POST', body }),
      extraOptions: { expects: isNotices },
    }),
    getTerms: build.query<AffiliateTerms, number>({
      query: byAffiliate('affiliate-terms'),
      extraOptions: { quiet: true, expects: isTerms },
    }),
    /** Quiet: its panel says that it could not be loaded. */
    getBalance: build.query<AffiliateBalance, number>({
      query: byAffiliate('affiliate-balance'),
      extraOptions: { quiet: true, expects: isBalance },
    }),
    /** Quiet, as the balance. */
    getTaxForms: build.query<AffiliateTaxForm[], number>({
      query: byAffiliate('affiliate-tax-forms'),
      extraOptions: { quiet: true, expects: listOf(isTaxForm) },
    }),
    getPaymentInformation: build.query<PaymentInformation, number>({
      query: byAffiliate('get-affiliate-payment-info'),
      extraOptions: { expects: isPayment },
      providesTags: ['Account'],
    }),
    getTaxInformation: build.query<TaxInformation, number>({
      query: byAffiliate('get-affiliate-tax-info'),
      extraOptions: { expects: isTax },
      providesTags: ['Account'],
    }),
    updateAccount: build.mutation<unknown, UpdateAffiliateAccountRequest>({
      query: (body) => ({ url: 'update-affiliate-account', method: 'POST', body }),
      extraOptions: { expects: saved },
      invalidatesTags: (_, error) => (error ? [] : ['Account']),
    }),
    /** Answers the object URL of the file. */
    exportOwnData: build.mutation<string, void>({ query: () => fileCall('export-own-data') }),
    updatePassword: build.mutation<unknown, UpdateAffiliatePasswordRequest>({
      query: (body) => ({ url: 'update-affiliate-password', method: 'POST', body }),
      extraOptions: { expects: saved },
    }),
  }),
});

export const {
  useGetBalanceQuery,
  useGetTermsQuery,
  useGetNoticesQuery,
  useSaveNoticesMutation,
  useGetTaxFormsQuery,
  useGetPersonalInformationQuery,
  useGetPaymentInformationQuery,
  useGetTaxInformationQuery,
  useUpdateAccountMutation,
  useUpdatePasswordMutation,
  useExportOwnDataMutation,
} = accountApi;
