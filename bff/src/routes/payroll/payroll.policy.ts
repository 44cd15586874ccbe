import { mustHave, type Policy } from '../../middleware/policy';

export const mayRunPayroll = mustHave('payroll');
export const mayApprovePayroll = mustHave('payroll.approve');

/** Who prepares and who approves both see what waits for the second person. */
export const maySeeApprovals: Policy = (principal) =>
  mayRunPayroll(principal) || mayApprovePayroll(principal);
