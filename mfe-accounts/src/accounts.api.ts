import {
  ACCOUNT_KINDS,
  ACCOUNT_ROW,
  ACH_ACCOUNT_TYPE_TEXT,
  type AccountKind,
  type AccountRecords,
  type AuditRow,
  accountFiguresCall,
  accountHistoryCall,
  auditLogCall,
  type BodyFor,
  erasePersonCall,
  erasureCall,
  exportPersonalDataCall,
  FIGURES_UNTIL,
  fraudSignalsCall,
  type ImageType,
  imagesForReviewCall,
  type PerformanceRecords,
  previewTextBlockCall,
  revealNumberCall,
  reviewSignalCall,
  SEARCH_CALLS,
  SEARCH_CURSOR,
  saveTextBlockCall,
  type TextBlockRecord,
  textBlocksCall,
  UPDATE_CALLS,
  type UpdateType,
  updateAffiliateStatusCall,
} from '@partnerdesk/contracts';
import { either, list } from '@partnerdesk/contracts/schema';
import { api, ask, askFile, type CallMeta } from '@partnerdesk/web';

export type AccountRecord = AccountRecords[AccountKind];
/** A record as a search lists it: with the performance of its kind. */
export type AccountRow = AccountRecord & { performance?: PerformanceRecords[AccountKind] };

export interface SearchArgs {
  kind: AccountKind;
  /** AffID, Email, SearchName, page, cursor, sort, order, and the filters. */
  params: Record<string, string>;
}

export interface SearchAnswer {
  rows: AccountRow[];
  total: number;
  /** Cursors of the pages behind and before this one (SEARCH_CURSOR). */
  next: string | undefined;
  previous: string | undefined;
  /** Until when the figures are complete (FIGURES_UNTIL), ISO 8601. */
  until: string | undefined;
}

interface One {
  kind: AccountKind;
  id: number;
}

export type RevealNumberArgs = BodyFor<typeof revealNumberCall>;

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

interface AuditPage {
  lines: AuditRow[];
  more: boolean;
}

const auditPageOf = (lines: AuditRow[], meta: CallMeta | undefined): AuditPage => ({
  lines,
  more: meta?.response?.headers.get('X-More') === 'true',
});

const searchOf = (kind: AccountKind) => ask(SEARCH_CALLS[kind], (query: object) => ({ query }));
const anyRecords = list(either(ACCOUNT_ROW.affiliate, ACCOUNT_ROW.staff, ACCOUNT_ROW.member));

/** A record with the id of its account type, which an answer by docs/PRODUCT.md §3 alone lacks. */
function withAccountType(row: AccountRecord): AccountRecord {
  if (!('achAccountType' in row) || row.achAccountTypeID) return row;
  const [found] = Object.entries(ACH_ACCOUNT_TYPE_TEXT).find(([, text]) => text === row.achAccountType) ?? [];
  return { ...row, achAccountTypeID: Number(found ?? 0) };
}

/** Where the screen itself says what went wrong. */
const quiet = { quiet: true };

const accountsApi = api
  .enhanceEndpoints({ addTagTypes: ['Accounts', 'History', 'Signals', 'Texts'] })
  .injectEndpoints({
    endpoints: (build) => ({
      searchAccounts: build.query<SearchAnswer, SearchArgs>({
        query: ({ kind, params }) => searchOf(kind).query(params),
        extraOptions: { answer: anyRecords },
        transformResponse: (rows: AccountRow[], meta: CallMeta | undefined) => {
          const header = (name: string) => meta?.response?.headers.get(name) || undefined;
          return {
            rows: rows.map(withAccountType),
            total: Number(header('X-Total-Count') ?? rows.length),
            next: header(SEARCH_CURSOR.next),
            previous: header(SEARCH_CURSOR.previous),
            until: header(FIGURES_UNTIL),
          };
        },
        providesTags: (_result, _error, { kind }) => [{ type: 'Accounts', id: kind }],
      }),
      /** The record of one account, read again: an edit must start from the current record. */
      getAccount: build.query<AccountRecord | null, One>({
        query: ({ kind, id }) => searchOf(kind).query({ [ACCOUNT_KINDS[kind].query]: id }),
        extraOptions: { answer: anyRecords },
        transformResponse: ([row]: AccountRecord[]) => (row ? withAccountType(row) : null),
      }),
      /** Truthy: saved (docs/PRODUCT.md §8). Quiet: its form shows what went wrong. */
      updateAccount: build.mutation<unknown, UpdateArgs>({
        query: ({ kind, updateType, record }) =>
          ask(UPDATE_CALLS[kind]).query({ query: { updateType }, body: record }),
        extraOptions: quiet,
        invalidatesTags: (saved, _error, { kind }) =>
          saved ? [{ type: 'Accounts', id: kind }, 'History'] : [],
      }),
      updateAffiliateStatus: build.mutation<unknown, BodyFor<typeof updateAffiliateStatusCall>>({
        query: (body) => ask(updateAffiliateStatusCall).query({ body }),
        extraOptions: quiet,
        invalidatesTags: (saved) => (saved ? [{ type: 'Accounts', id: 'affiliate' }, 'History'] : []),
      }),
      revealNumber: build.mutation({
        ...ask(revealNumberCall, (body: RevealNumberArgs) => ({ body })),
        invalidatesTags: (_result, error) => (error ? [] : ['History']),
      }),
      getAccountFigures: build.query(ask(accountFiguresCall, (query: One) => ({ query }), quiet)),
      /** Pictures of one type of a person, of every status, newest first. */
      getAccountPictures: build.query(
        ask(
          imagesForReviewCall,
          (query: PicturesArgs) => ({ query: { ...query, order: 'newest' as const, limit: PICTURES } }),
          quiet,
        ),
      ),
      getAccountHistory: build.query({
        ...ask(accountHistoryCall, (query: One & { page: number }) => ({ query }), quiet),
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
