import { mustHave } from '../../middleware/policy';

export const mayGeneratePayroll = mustHave('payroll');
