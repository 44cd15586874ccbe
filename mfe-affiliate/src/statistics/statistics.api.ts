import {
  type DailyFigure,
  type DayRange,
  type PaymentHistoryRow,
  SALES_PAGE,
  type SaleDetail,
  type SaleSummary,
  SEARCH_CURSOR,
  wireDay,
} from '@partnerdesk/contracts';
import { api, type CallMeta, shape } from '@partnerdesk/web';

const { code, listOf, nullable, number, record, text } = shape;

/** A page of sales, and where the next one begins if there is one. */
export interface SalesPage {
  rows: SaleDetail[];
  next?: string;
}

/** Whose figures, of which days. */
export interface FiguresQuery extends DayRange {
  affiliateID: number;
}

const figuresOf = (path: string) => (query: FiguresQuery) => ({
  url: path,
  params: {
    affiliateID: query.affiliateID,
    startDate: wireDay(query.startDate),
    endDate: wireDay(query.endDate),
  },
});

const isPayment = record<PaymentHistoryRow>({
  payrollID: number,
  affID: number,
  payrollEvent: text,
  paymentType: code,
  startPeriod: text,
  endPeriod: text,
  amount: number,
  dateCreated: text,
});
const isSummary = record<SaleSummary>({ totalSales: number, totalPayout: number });
const isSale = record<SaleDetail>({
  saleID: number,
  dateCreated: text,
  saleAmount: number,
  payout: number,
  transactionType: text,
});
const isFigure = record<DailyFigure>({ day: text, sales: number, payout: number });

export const { endpoints: statisticsEndpoints, ...statisticsApi } = api.injectEndpoints({
  endpoints: (build) => ({
    getPaymentHistory: build.query<PaymentHistoryRow[], FiguresQuery>({
      query: figuresOf('member-payment-history'),
      extraOptions: { expects: listOf(isPayment) },
    }),
    getSaleSummary: build.query<SaleSummary | null, FiguresQuery>({
      query: figuresOf('member-sale-summary'),
      extraOptions: { expects: nullable(isSummary) },
    }),
    getSaleDetails: build.query<SalesPage, FiguresQuery & { cursor?: string | undefined }>({
      query: ({ cursor, ...query }) => {
        const { url, params } = figuresOf('member-sale-details')(query);
        return { url, params: { ...params, limit: SALES_PAGE, ...(cursor && { cursor }) } };
      },
      extraOptions: { expects: listOf(isSale) },
      transformResponse: (rows: SaleDetail[], meta: CallMeta | undefined) => {
        const next = meta?.response?.headers.get(SEARCH_CURSOR.next) ?? undefined;
        return { rows, ...(next && { next }) };
      },
    }),
    getDailyFigures: build.query<DailyFigure[], FiguresQuery>({
      query: figuresOf('member-daily-figures'),
      extraOptions: { expects: listOf(isFigure) },
    }),
  }),
});

export const { useGetDailyFiguresQuery, useGetPaymentHistoryQuery } = statisticsApi;
