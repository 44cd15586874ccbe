import { SEARCH_CURSOR, saleDetailsCall } from '@partnerdesk/contracts';
import { type SalesCursor, saleDetails, salesPage } from '@partnerdesk/domain';
import { readCursorOrThrow, salesPlace, writeCursor } from '../cursor';
import type { AddRoutes } from '../route-deps';
import { presentSaleDetail } from './sale-details.presenter';

/** All rows of the range; with `limit` a page, and the cursor of the next one in X-Next-Cursor. */
export const addSaleDetailRoutes: AddRoutes = ({ handle }) => {
  handle(saleDetailsCall, async ({ ctx, query: { affiliateID, limit, cursor, ...range } }) => {
    if (limit === undefined) return (await saleDetails(affiliateID, range)).map(presentSaleDetail);
    const after = readCursorOrThrow<SalesCursor>(cursor, salesPlace);
    const { entries, next } = await salesPage(affiliateID, range, { after, limit });
    if (next) ctx.set(SEARCH_CURSOR.next, writeCursor(next));
    return entries.map(presentSaleDetail);
  });
};
