import type { JobName } from '@partnerdesk/queues';
import { mustHave, type Policy } from '../../middleware/policy';

/** Who may follow which job; those named nowhere are nobody's business. */
export const MAY_SEE_JOB: Partial<Record<JobName, Policy>> = {
  'payroll-run': mustHave('payroll'),
  'read-payment-results': mustHave('payroll'),
};
