import {
  type DayRange,
  type LinkMarks,
  type LinkReport,
  type LinkReportBy,
  type LinkReportFigures,
  type LinkReportRow,
  wireDay,
} from '@partnerdesk/contracts';
import { api, shape } from '@partnerdesk/web';

const { listOf, number, optional, record, text, flag, word } = shape;

const FIGURES = {
  ...{ clicks: number, visitors: number, bots: number, joins: number, salesCount: number },
  ...{ sales: number, refundsCount: number, refunds: number, payout: number },
};
const sub = optional(text);
const isFigures = record<LinkReportFigures>(FIGURES);
const isMarks = record<LinkMarks>({
  tid: text,
  lp: text,
  ...{ s1: sub, s2: sub, s3: sub, s4: sub, s5: sub },
});
const isReport = record<LinkReport>({
  by: word as shape.Shape<LinkReportBy>,
  ...{ startDate: text, endDate: text, beforeStart: text, beforeEnd: text },
  ...{ total: isFigures, totalBefore: isFigures },
  rows: listOf(
    record<LinkReportRow>({
      ...FIGURES,
      name: text,
      isOther: optional(flag),
      marks: optional(isMarks),
      before: optional(isFigures),
    }),
  ),
  isComplete: flag,
});

/** Whose links, of which days, grouped by what. */
export interface ReportQuery extends DayRange {
  affiliateID: number;
  by: LinkReportBy;
}

const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getLinkReport: build.query<LinkReport, ReportQuery>({
      query: ({ startDate, endDate, ...rest }) => ({
        url: 'link-report',
        params: { ...rest, startDate: wireDay(startDate), endDate: wireDay(endDate) },
      }),
      extraOptions: { expects: isReport },
    }),
  }),
});

export const { useGetLinkReportQuery } = reportsApi;
