import {
  type DailyFigure,
  type DayRange,
  type PaymentHistoryRow,
  type SaleDetail,
  type SaleSummary,
  wireDay,
} from '@partnerdesk/contracts';
import { api } from '@partnerdesk/web';

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

export const { endpoints: statisticsEndpoints, ...statisticsApi } = api.injectEndpoints({
  endpoints: (build) => ({
    getPaymentHistory: build.query<PaymentHistoryRow[], FiguresQuery>({
      query: figuresOf('member-payment-history'),
    }),
    getSaleSummary: build.query<SaleSummary | null, FiguresQuery>({
      query: figuresOf('member-sale-summary'),
    }),
    getSaleDetails: build.query<SaleDetail[], FiguresQuery>({ query: figuresOf('member-sale-details') }),
    getDailyFigures: build.query<DailyFigure[], FiguresQuery>({ query: figuresOf('member-daily-figures') }),
  }),
});

export const { useGetDailyFiguresQuery } = statisticsApi;
