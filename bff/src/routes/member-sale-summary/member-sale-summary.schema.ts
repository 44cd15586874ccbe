import { MESSAGE } from '@partnerdesk/contracts';
import Joi from 'joi';
import { dayRange, id } from '../../middleware/validate';

/** An affiliate and a range of days: what every call of the statistics screen takes (docs/PRODUCT.md §7). */
export const affiliateRangeQuery = Joi.object({
  affiliateID: id().required(),
  ...dayRange(MESSAGE.selectDateRange),
});
