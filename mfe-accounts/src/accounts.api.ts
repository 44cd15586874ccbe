import {
  ACCOUNT_WIRE,
  type AccountFigures,
  type AccountKind,
  type AccountRecords,
  type AuditRow,
  auditLogCall,
  erasePersonCall,
  erasureCall,
  exportPersonalDataCall,
  fraudSignalsCall,
  type ImageType,
  imagesForReviewCall,
  previewTextBlockCall,
  type RevealNumberRequest,
  type RevealNumberResponse,
  reviewSignalCall,
  SEARCH_CURSOR,
  saveTextBlockCall,
  type TextBlockRecord,
  textBlocksCall,
  type UpdateAffiliateStatusRequest,
  type UpdateType,
} from '@partnerdesk/contracts';
import { api, ask, askFile, type CallMeta, shape } from '@partnerdesk/web';
import { beyondRecord, isAnyRecord, isFigures, isNumber } from './accounts.shapes';

const { listOf } = shape;

export type AccountRecord = AccountRecords[AccountKind];

/** A search as the call takes it. */
export interface SearchArgs {
  kind: AccountKind;
  /** AffID, Email, SearchName, page, cursor, sort, order, and the filters. */
  params: Record<string, string>;
}

export interface SearchAnswer {
  rows: AccountRecord[];
  /** Rows of all pages. */
  total: number;
  /** Cursors of the pages behind and before this one (SEARCH_CURSOR). */
  next?: string;
  previous?: string;
}

interface One {
  kind: AccountKind;
  id: number;
}

interface UpdateArgs extends One {
  updateType: UpdateType;
  record: object;
}

interface PicturesArgs {
  type: ImageType;
  staffID?: number;
  memberID?: number;
}

/** As many pictures of a type as the details show. */
const PICTURES = 24;

/** A page of the audit log, newest first. */
interface AuditPage {
  lines: AuditRow[];
  /** Whether there are older ones. */
  more: boolean;
}

const auditPageOf = (lines: AuditRow[], meta: CallMeta | undefined): AuditPage => ({
  lines,
  more: meta?.response?.headers.get('X-More') === 'true',
});

/** Where the screen itself says what went wrong. */
const quiet = { quiet: true };

const accountsApi = api
  .enhanceEndpoints({ addTagTypes: ['Accounts', 'History', 'Signals', 'Texts'] })
  .injectEndpoints({
    endpoints: (build) => ({
      searchAccounts: build.query<SearchAnswer, SearchArgs>({
        query: ({ kind, params }) => ({ url: ACCOUNT_WIRE[kind].search, params }),
        extraOptions: { expects: listOf(isAnyRecord), defaults: beyondRecord },
        transformResponse: (rows: AccountRecord[], meta: CallMeta | undefined) => {
          const header = (name: string) => meta?.response?.headers.get(name) ?? undefined;
          const next = header(SEARCH_CURSOR.next);
          const previous = header(SEARCH_CURSOR.previous);
          const total = Number(header('X-Total-Count') ?? rows.length);
          return { rows, total, ...(next && { next }), ...(previous && { previous }) };
        },
        providesTags: (_result, _error, { kind }) => [{ type: 'Accounts', id: kind }],
      }),
      /** The record of one account, read again: an edit must start from the current record. */
      getAccount: build.query<AccountRecord | null, One>({
        query: ({ kind, id }) => ({
          url: ACCOUNT_WIRE[kind].search,
          params: { [ACCOUNT_WIRE[kind].query]: id },
        }),
        extraOptions: { expects: listOf(isAnyRecord), defaults: beyondRecord },
        transformResponse: (rows: AccountRecord[]) => rows[0] ?? null,
      }),
      /** Truthy: saved (docs/PRODUCT.md §8). Quiet: its form shows what went wrong. */
      updateAccount: build.mutation<unknown, UpdateArgs>({
        query: ({ kind, updateType, record }) => ({
          url: ACCOUNT_WIRE[kind].update,
          method: 'POST',
          params: { updateType },
          body: record,
        }),
        extraOptions: { quiet: true },
        invalidatesTags: (saved, _error, { kind }) =>
          saved ? [{ type: 'Accounts', id: kind }, 'History'] : [],
      }),
      /** As updateAccount. */
      updateAffiliateStatus: build.mutation<unknown, UpdateAffiliateStatusRequest>({
        query: (body) => ({ url: 'update-affiliate-status', method: 'POST', body }),
        extraOptions: { quiet: true },
        invalidatesTags: (saved) => (saved ? [{ type: 'Accounts', id: 'affiliate' }, 'History'] : []),
      }),
      revealNumber: build.mutation<RevealNumberResponse, RevealNumberRequest>({
        query: (body) => ({ url: 'reveal-number', method: 'POST', body }),
        extraOptions: { expects: isNumber },
        invalidatesTags: (_result, error) => (error ? [] : ['History']),
      }),
      getAccountFigures: build.query<AccountFigures, One>({
        query: (params) => ({ url: 'account-figures', params }),
        extraOptions: { quiet: true, expects: isFigures },
      }),
      /** Pictures of one type of a person, of every status, newest first. */
      getAccountPictures: build.query(
        ask(
          imagesForReviewCall,
          (query: PicturesArgs) => ({ query: { ...query, order: 'newest' as const, limit: PICTURES } }),
          quiet,
        ),
      ),
      getAccountHistory: build.query<AuditPage, One & { page: number }>({
        query: (params) => ({ url: 'account-history', params }),
        extraOptions: { quiet: true, answer: auditLogCall.answer },
        transformResponse: auditPageOf,
        providesTags: ['History'],
      }),
      /** Answers the object URL of the file. */
      exportPersonalData: build.mutation({
        ...askFile(exportPersonalDataCall, (query: One) => ({ query })),
        extraOptions: quiet,
        invalidatesTags: ['History'],
      }),
      getErasure: build.query(ask(erasureCall, (query: One) => ({ query }), quiet)),
      /** Quiet: its dialog says what went wrong. */
      erasePerson: build.mutation({
        ...ask(erasePersonCall, (body: One & { confirm: string }) => ({ body }), quiet),
        invalidatesTags: (_result, error, { kind }) =>
          error ? [] : [{ type: 'Accounts', id: kind }, 'History'],
      }),
      getFraudSignals: build.query({
        ...ask(fraudSignalsCall, (affID: number) => ({ query: { affID } }), quiet),
        providesTags: ['Signals'],
      }),
      /** Quiet: its dialog says what went wrong. */
      reviewFraudSignal: build.mutation({
        ...ask(reviewSignalCall, (body: { id: string; note: string }) => ({ body }), quiet),
        invalidatesTags: ['Signals', 'History'],
      }),
      getTextBlocks: build.query({ ...ask(textBlocksCall), providesTags: ['Texts'] }),
      previewTextBlock: build.mutation(ask(previewTextBlockCall, (body: { html: string }) => ({ body }))),
      /** Quiet: its form says what went wrong. */
      updateTextBlock: build.mutation({
        ...ask(
          saveTextBlockCall,
          ({ name, ...body }: TextBlockRecord) => ({ params: { name }, body }),
          quiet,
        ),
        invalidatesTags: (_result, error) => (error ? [] : ['Texts', 'History']),
      }),
      getAuditLog: build.query({
        ...ask(auditLogCall, (query: Record<string, string>) => ({ query })),
        transformResponse: auditPageOf,
        providesTags: ['History'],
      }),
    }),
  });

export const {
  useSearchAccountsQuery,
  useGetAccountQuery,
  useLazyGetAccountQuery,
  useUpdateAccountMutation,
  useUpdateAffiliateStatusMutation,
  useRevealNumberMutation,
  useGetAccountFiguresQuery,
  useGetAccountHistoryQuery,
  useGetAccountPicturesQuery,
  useGetAuditLogQuery,
  useExportPersonalDataMutation,
  useGetErasureQuery,
  useGetFraudSignalsQuery,
  useReviewFraudSignalMutation,
  useErasePersonMutation,
  useGetTextBlocksQuery,
  usePreviewTextBlockMutation,
  useUpdateTextBlockMutation,
} = accountsApi;
