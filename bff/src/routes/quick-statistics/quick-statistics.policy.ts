import { mustBeSelf } from '../../middleware/policy';

export const mayReadQuickStatistics = mustBeSelf('affID');
