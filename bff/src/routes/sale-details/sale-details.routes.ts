import { MESSAGE, SALES_PAGE, SEARCH_CURSOR } from '@partnerdesk/contracts';
import { type SalesCursor, saleDetails, salesPage } from '@partnerdesk/domain';
import Joi from 'joi';
import { allowOrThrow, isAffiliate, mustBeSelf, permit } from '../../middleware/policy';
import { dayRange, id, validQuery } from '../../middleware/validate';
import { readCursorOrThrow, salesPlace, writeCursor } from '../cursor';
import type { AddRoutes } from '../route-deps';
import { presentSaleDetail } from './sale-details.presenter';

const query = Joi.object({
  affiliateID: id().required(),
  ...dayRange(MESSAGE.selectDateRange),
  limit: Joi.number().integer().min(1).max(SALES_PAGE),
  cursor: Joi.string().max(300),
});

/** All rows of the range; with `limit` a page, and the cursor of the next one in X-Next-Cursor. */
export const addSaleDetailRoutes: AddRoutes = (router, { session }) => {
  router.get('/member-sale-details', session, permit(isAffiliate), validQuery(query), async (ctx) => {
    const { principal, query: asked } = ctx.state;
    allowOrThrow(principal, mustBeSelf('affiliateID'), asked);
    const { affiliateID, startDate, endDate, limit, cursor } = asked;
    const range = { startDate, endDate };
    if (limit === undefined) {
      ctx.body = (await saleDetails(affiliateID, range)).map(presentSaleDetail);
      return;
    }
    const after = readCursorOrThrow<SalesCursor>(cursor, salesPlace);
    const { entries, next } = await salesPage(affiliateID, range, { after, limit });
    if (next) ctx.set(SEARCH_CURSOR.next, writeCursor(next));
    ctx.body = entries.map(presentSaleDetail);
  });
};
