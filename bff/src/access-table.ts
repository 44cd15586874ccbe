import { CALLS, type Confirm, type Who } from '@partnerdesk/contracts';

export type { Who };

export interface AccessRow {
  /** Several: each of them is enough. */
  who: Who | readonly Who[];
  /** Who is asked again for a proof before it (docs/RULES.md, Who may enter "Asked again"). */
  confirm?: Confirm;
  /** The same of calls that need it for some inputs only, which their handler decides: for which. */
  confirmFor?: { who: Confirm; when: string };
  /** The field of the query or body with an affiliate's id: only their own is answered. */
  own?: string;
}

const signedIn = { who: 'signed-in' } as const;
const payroll = { who: 'payroll' } as const;
const payrollTax = { who: 'payroll.tax' } as const;
const statistics = { who: 'statistics' } as const;
const payeeOrPayroll = { who: ['affiliate', 'payroll'] } as const;
const payrollOrApproval = { who: ['payroll', 'payroll.approve'] } as const;
const own = { who: 'affiliate', own: 'affiliateID' } as const;
const askedAgain = { confirm: 'second-factor' } as const;

/**
 * Every endpoint and who may call it: the routes get their session and permission steps from here, the walking test its
 * cells. A route without a row keeps the server from starting. What depends on the input (own ids, the queue of a job) is
 * decided in the handler, on top of this.
 */
export const ACCESS: Readonly<Record<string, AccessRow>> = {
  ...Object.fromEntries(CALLS.map((call): [string, AccessRow] => [call.name, call])),

  // Affiliates follow the payments of their own history, the office all of them.
  'GET /api/payroll-entries': signedIn,
  'GET /api/jobs/:id': signedIn,
  'GET /api/payment-statement': payeeOrPayroll,
  'GET /api/export-payment-statement': payeeOrPayroll,

  'GET /api/affiliate-tax-form': own,

  'GET /api/generate-payroll': payroll,
  'POST /api/execute-payroll': { ...payroll, ...askedAgain },
  'GET /api/generate-payroll-report': payroll,
  'GET /api/payroll-runs': payroll,
  'GET /api/payroll-runs/:id': payroll,
  'GET /api/payroll-runs/:id/rows': payroll,
  'GET /api/payroll-runs/:id/spreadsheet': payroll,
  'DELETE /api/payroll-runs/:id': payroll,
  'POST /api/payroll-preview': payroll,
  'GET /api/payroll-schedule': payroll,
  'GET /api/payroll-progress': payroll,
  'GET /api/payee-payments': payroll,
  'GET /api/payroll-adjustments': payroll,
  'POST /api/payroll-adjustments': { ...payroll, ...askedAgain },
  'POST /api/payroll-adjustments/:entryID/reversal': { ...payroll, ...askedAgain },
  'POST /api/payment-marks': { ...payroll, ...askedAgain },
  'POST /api/payment-results': payroll,
  'POST /api/payment-results/marks': { ...payroll, ...askedAgain },
  'GET /api/payroll-approvals': payrollOrApproval,
  'GET /api/payroll-approvals/:id': payrollOrApproval,
  'GET /api/payroll-approvals/:id/rows': payrollOrApproval,
  'POST /api/payroll-approvals/:id': { ...payrollOrApproval, ...askedAgain },
  'GET /api/pay-files': payroll,
  'POST /api/pay-files': { ...payroll, ...askedAgain },
  'GET /api/pay-files/:id/parts/:number': { ...payroll, ...askedAgain },
  'GET /api/pay-files/:id/excluded': payroll,
  'DELETE /api/pay-files/:id': { ...payroll, ...askedAgain },

  'GET /api/tax-forms': payrollTax,
  'POST /api/tax-forms/file': { ...payrollTax, ...askedAgain },
  'GET /api/tax-forms/copies': payrollTax,
  'GET /api/tax-forms/copy': payrollTax,
  'POST /api/tax-forms/requests': payrollTax,

  'GET /api/admin-get-statistics': statistics,
  'GET /api/admin-get-statistics-by-day': statistics,
  'GET /api/statistics-changes': statistics,
};
