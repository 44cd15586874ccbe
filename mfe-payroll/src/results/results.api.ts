import {
  type CheckedOf,
  jobCall,
  markResultsCall,
  type PayFileFormat,
  previewResultsCall,
  resultJob,
} from '@partnerdesk/contracts';
import { api, ask, askLater } from '@partnerdesk/web';

/** Of a file that is read: a preview, or what became of marking it. */
export type ResultJob = CheckedOf<typeof resultJob>;

interface FileArgs {
  format: PayFileFormat;
  bytes: ArrayBuffer;
  /** Of the preview that is confirmed; missing: the file is to be shown. */
  digest?: string;
}

/** Quiet: the screen shows why a file is refused. 20 MB take so long on a slow line (ms). */
const OPTIONS = { quiet: true, timeout: 180_000 };
const shown = askLater(
  previewResultsCall,
  ({ bytes, format }: FileArgs) => ({ query: { format }, body: bytes }),
  OPTIONS,
);
const marked = askLater(
  markResultsCall,
  ({ bytes, format, digest = '' }: FileArgs) => ({ query: { format, digest }, body: bytes }),
  OPTIONS,
);

const resultsApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendResults: build.mutation({
      ...shown,
      query: (file: FileArgs) => (file.digest === undefined ? shown : marked).query(file),
    }),
    getResultJob: build.query({
      ...ask(jobCall, (id: string) => ({ params: { id } }), { quiet: true, answer: resultJob }),
      transformResponse: (job: unknown) => job as ResultJob,
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useSendResultsMutation, useGetResultJobQuery } = resultsApi;
