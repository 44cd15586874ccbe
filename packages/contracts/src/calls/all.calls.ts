import * as accountDetails from './account-details.calls';
import * as accountUpdates from './account-updates.calls';
import * as accounts from './accounts.calls';
import * as administrators from './administrators.calls';
import * as audit from './audit.calls';
import * as browser from './browser.calls';
import type { Call } from './call';
import * as configuration from './configuration.calls';
import * as confirmation from './confirmation.calls';
import * as dashboard from './dashboard.calls';
import * as entrance from './entrance.calls';
import * as figures from './figures.calls';
import * as fraud from './fraud.calls';
import * as links from './links.calls';
import * as login from './login.calls';
import * as moderation from './moderation.calls';
import * as office from './office.calls';
import * as ownAccount from './own-account.calls';
import * as pages from './pages.calls';
import * as payFiles from './pay-files.calls';
import * as paymentEntries from './payment-entries.calls';
import * as paymentResults from './payment-results.calls';
import * as payments from './payments.calls';
import * as payroll from './payroll.calls';
import * as approvals from './payroll-approvals.calls';
import * as payrollOverview from './payroll-overview.calls';
import * as personalData from './personal-data.calls';
import * as programs from './programs.calls';
import * as queues from './queues.calls';
import * as security from './security.calls';
import * as service from './service.calls';
import * as session from './session.calls';
import * as statistics from './statistics.calls';
import * as taxForms from './tax-forms.calls';
import * as terms from './terms.calls';
import * as texts from './texts.calls';
import * as v1 from './v1.calls';

/** Every call of the product that is stated as a value, for those who walk through all: the server and its reference. */
export const CALLS: readonly Call[] = [
  accountDetails,
  accountUpdates,
  accounts,
  administrators,
  audit,
  browser,
  configuration,
  confirmation,
  dashboard,
  entrance,
  figures,
  fraud,
  links,
  moderation,
  queues,
  office,
  ownAccount,
  pages,
  payFiles,
  paymentEntries,
  paymentResults,
  payments,
  payroll,
  approvals,
  payrollOverview,
  personalData,
  programs,
  security,
  service,
  session,
  login,
  statistics,
  taxForms,
  terms,
  texts,
  v1,
  ...Object.values(office.failedWorkCalls),
].flatMap((resource) => Object.values(resource).filter(isCall));

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'name' in value && 'who' in value;
}
