import { mustBeSelf } from '../../middleware/policy';

export const mayReadSales = mustBeSelf('affiliateID');
