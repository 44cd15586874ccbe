import { mustHave } from '../../middleware/policy';

export const mayReadStatistics = mustHave('statistics');
