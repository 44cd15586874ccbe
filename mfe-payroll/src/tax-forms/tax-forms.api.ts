import type {
  TaxFile,
  TaxFileRequest,
  TaxFormProblem,
  TaxFormRow,
  TaxFormState,
  TaxFormSum,
  TaxFormsOfYear,
  TaxIdRequest,
  TaxIdRequestOutcome,
} from '@partnerdesk/contracts';
import { api, shape } from '@partnerdesk/web';

const { flag, listOf, number, optional, record, text, word } = shape;

const isSum = record<TaxFormSum>({ count: number, amount: number });

const isYear = record<TaxFormsOfYear>({
  year: number,
  years: listOf(number),
  isOver: flag,
  threshold: number,
  hasPayer: flag,
  sums: record<TaxFormsOfYear['sums']>({ missing: isSum, ready: isSum, below: isSum }),
  askable: number,
  unknownType: isSum,
  unsent: isSum,
  digest: text,
  rows: listOf(
    record<TaxFormRow>({
      kind: word,
      personID: number,
      name: text,
      amount: number,
      state: word,
      problem: optional<TaxFormProblem>(word),
      askedAt: optional(text),
    }),
  ),
  total: number,
});

/** What is left out is as the server chooses: the year that is over last, payees of any state. */
export interface TaxYearArgs {
  year?: number | undefined;
  state?: TaxFormState | undefined;
  page: number;
}

/** Adding up a year of many payees takes its time (ms). */
const SLOW_MS = 60_000;

const taxFormsApi = api.enhanceEndpoints({ addTagTypes: ['TaxForms'] }).injectEndpoints({
  endpoints: (build) => ({
    getTaxYear: build.query<TaxFormsOfYear, TaxYearArgs>({
      query: ({ year, state, page }) => ({
        url: 'tax-forms',
        params: { ...(year && { year }), ...(state && { state }), page },
        timeout: SLOW_MS,
      }),
      extraOptions: { expects: isYear },
      providesTags: ['TaxForms'],
    }),
    /** Quiet: the screen shows why. Also when it failed the forms may be others by now. */
    downloadTaxFile: build.mutation<TaxFile, TaxFileRequest>({
      query: (body) => ({ url: 'tax-forms/file', method: 'POST', body, timeout: SLOW_MS }),
      extraOptions: { quiet: true, expects: record<TaxFile>({ fileName: text, text }) },
      invalidatesTags: ['TaxForms'],
    }),
    askPayees: build.mutation<TaxIdRequestOutcome, TaxIdRequest>({
      query: (body) => ({ url: 'tax-forms/requests', method: 'POST', body, timeout: SLOW_MS }),
      extraOptions: { quiet: true, expects: record<TaxIdRequestOutcome>({ asked: number }) },
      invalidatesTags: ['TaxForms'],
    }),
  }),
});

export const { useGetTaxYearQuery, useAskPayeesMutation } = taxFormsApi;
export const { downloadTaxFile } = taxFormsApi.endpoints;
