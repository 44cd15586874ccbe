import { mustHave } from '../../middleware/policy';

export const mayRunPayroll = mustHave('payroll');
