import { markResultsCall, type PayFileFormat, previewResultsCall } from '@partnerdesk/contracts';
import { api, ask } from '@partnerdesk/web';

interface FileArgs {
  format: PayFileFormat;
  bytes: ArrayBuffer;
}
const inputOf = <Args extends FileArgs>({ bytes, ...query }: Args) => ({ query, body: bytes });

/** Quiet: the screen shows why a file is refused. 20 MB take so long on a slow line (ms). */
const OPTIONS = { quiet: true, timeout: 180_000 };

const resultsApi = api.enhanceEndpoints({ addTagTypes: ['Payments'] }).injectEndpoints({
  endpoints: (build) => ({
    previewResults: build.mutation(ask(previewResultsCall, inputOf<FileArgs>, OPTIONS)),
    markResults: build.mutation({
      ...ask(markResultsCall, inputOf<FileArgs & { digest: string }>, OPTIONS),
      invalidatesTags: ['Payments'],
    }),
  }),
});

export const { usePreviewResultsMutation, useMarkResultsMutation } = resultsApi;
