import { type DayRange, MESSAGE } from '@partnerdesk/contracts';
import Joi from 'joi';
import { dayRange, id } from '../../middleware/validate';

export interface AffiliateRangeQuery extends DayRange {
  affiliateID: number;
}

/** An affiliate and a range of days: what every call of the statistics screen takes (docs/PRODUCT.md §7). */
export const affiliateRangeQuery = Joi.object<AffiliateRangeQuery>({
  affiliateID: id().required(),
  ...dayRange(MESSAGE.selectDateRange),
});
