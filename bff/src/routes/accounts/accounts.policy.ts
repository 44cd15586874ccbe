import { mustHave } from '../../middleware/policy';

export const mayUseAccounts = mustHave('accounts');
