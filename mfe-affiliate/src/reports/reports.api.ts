import {
  type Comparison,
  type DayRange,
  type LinkReportBy,
  linkReportCall,
  wireDay,
} from '@partnerdesk/contracts';
import { api, ask } from '@partnerdesk/web';

export interface ReportQuery extends DayRange {
  affiliateID: number;
  by: LinkReportBy;
  compare: Comparison;
}

const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getLinkReport: build.query(
      ask(linkReportCall, ({ startDate, endDate, ...rest }: ReportQuery) => ({
        query: { ...rest, startDate: wireDay(startDate), endDate: wireDay(endDate) },
      })),
    ),
  }),
});

export const { useGetLinkReportQuery } = reportsApi;
