import {
  askForTaxIdsCall,
  type TaxFileRequest,
  type TaxFormState,
  type TaxIdRequest,
  taxFileCall,
  taxFormsCall,
} from '@partnerdesk/contracts';
import { api, ask } from '@partnerdesk/web';

/** What is left out is as the server chooses: the year that is over last, payees of any state. */
export interface TaxYearArgs {
  year?: number | undefined;
  state?: TaxFormState | undefined;
  page: number;
}

/** Adding up a year of many payees takes its time (ms). */
const timeout = 60_000;

const taxFormsApi = api.enhanceEndpoints({ addTagTypes: ['TaxForms'] }).injectEndpoints({
  endpoints: (build) => ({
    getTaxYear: build.query({
      ...ask(
        taxFormsCall,
        ({ year, state, page }: TaxYearArgs) => ({
          query: { ...(year && { year }), ...(state && { state }), page },
        }),
        { timeout },
      ),
      providesTags: ['TaxForms'],
    }),
    /** Quiet: the screen shows why. Also when it failed the forms may be others by now. */
    downloadTaxFile: build.mutation({
      ...ask(taxFileCall, (body: TaxFileRequest) => ({ body }), { quiet: true, timeout }),
      invalidatesTags: ['TaxForms'],
    }),
    askPayees: build.mutation({
      ...ask(askForTaxIdsCall, (body: TaxIdRequest) => ({ body }), { quiet: true, timeout }),
      invalidatesTags: ['TaxForms'],
    }),
  }),
});

export const { useGetTaxYearQuery, useAskPayeesMutation } = taxFormsApi;
export const { downloadTaxFile } = taxFormsApi.endpoints;
