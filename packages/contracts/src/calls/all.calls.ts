import type { Call } from './call';
import * as figures from './figures.calls';
import * as links from './links.calls';
import * as ownAccount from './own-account.calls';
import * as payFiles from './pay-files.calls';
import * as paymentEntries from './payment-entries.calls';
import * as paymentResults from './payment-results.calls';
import * as payments from './payments.calls';
import * as payroll from './payroll.calls';
import * as approvals from './payroll-approvals.calls';
import * as programs from './programs.calls';
import * as statistics from './statistics.calls';
import * as taxForms from './tax-forms.calls';

/** Every call of the product that is stated as a value, for those who walk through all: the server and its reference. */
export const CALLS: readonly Call[] = [
  figures,
  links,
  ownAccount,
  payFiles,
  paymentEntries,
  paymentResults,
  payments,
  payroll,
  approvals,
  programs,
  statistics,
  taxForms,
].flatMap((resource) => Object.values(resource).filter(isCall));

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'name' in value && 'who' in value;
}
