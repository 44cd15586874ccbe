import { mustHave } from '../../middleware/policy';

export const mayManageAdministrators = mustHave('administrators');
