import {
  type DayRange,
  dailyFiguresCall,
  paymentHistoryCall,
  SALES_PAGE,
  type SaleDetail,
  SEARCH_CURSOR,
  saleDetailsCall,
  saleSummaryCall,
  wireDay,
} from '@partnerdesk/contracts';
import { api, ask, type CallMeta } from '@partnerdesk/web';

interface FiguresQuery extends DayRange {
  affiliateID: number;
}

const inputOf = ({ affiliateID, startDate, endDate }: FiguresQuery) => ({
  query: { affiliateID, startDate: wireDay(startDate), endDate: wireDay(endDate) },
});

export const { endpoints: statisticsEndpoints, ...statisticsApi } = api.injectEndpoints({
  endpoints: (build) => ({
    getPaymentHistory: build.query(ask(paymentHistoryCall, inputOf)),
    getSaleSummary: build.query(ask(saleSummaryCall, inputOf)),
    /** A page of sales, and where the next one begins if there is one. */
    getSaleDetails: build.query({
      ...ask(saleDetailsCall, ({ cursor, ...range }: FiguresQuery & { cursor?: string | undefined }) => ({
        query: { ...inputOf(range).query, limit: SALES_PAGE, ...(cursor && { cursor }) },
      })),
      transformResponse: (rows: SaleDetail[], meta: CallMeta | undefined) => {
        const next = meta?.response?.headers.get(SEARCH_CURSOR.next) ?? undefined;
        return { rows, ...(next && { next }) };
      },
    }),
    getDailyFigures: build.query(ask(dailyFiguresCall, inputOf)),
  }),
});

export const { useGetDailyFiguresQuery } = statisticsApi;
