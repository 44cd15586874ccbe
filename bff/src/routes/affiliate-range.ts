import type { DayRange } from '@partnerdesk/contracts';
import type { Step } from '../context';
import { isAffiliate, permit, permitFor } from '../middleware/policy';
import { validQuery } from '../middleware/validate';
import { mayReadSales } from './member-sale-summary/member-sale-summary.policy';
import {
  type AffiliateRangeQuery,
  affiliateRangeQuery,
} from './member-sale-summary/member-sale-summary.schema';

/** The stack of a call that answers an affiliate about a range of days: who may, what is asked, then `answer`. */
export function affiliateRange(
  session: Step,
  answer: (affID: number, range: DayRange) => Promise<unknown>,
): Step[] {
  return [
    session,
    permit(isAffiliate),
    validQuery(affiliateRangeQuery),
    permitFor('query', mayReadSales),
    async (ctx) => {
      const { affiliateID, startDate, endDate } = ctx.state.query as AffiliateRangeQuery;
      ctx.body = await answer(affiliateID, { startDate, endDate });
    },
  ];
}
