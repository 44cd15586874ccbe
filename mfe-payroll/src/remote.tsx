import { defineRemote } from '@partnerdesk/web';

/** What the shell loads: the screens of this remote whose code there is, and its menu. */
export const remote = defineRemote('payroll', {
  '/payroll': () => import('./page/payroll-page').then((module) => module.PayrollPage),
  '/affiliate-payroll': () =>
    import('./payroll/payroll-screen').then((module) => module.AffiliatePayrollScreen),
  '/operators-payroll': () =>
    import('./payroll/payroll-screen').then((module) => module.OperatorsPayrollScreen),
  '/payment-results': () => import('./results/results-screen').then((module) => module.ResultsScreen),
  '/payroll-approvals': () => import('./approvals/approvals-screen').then((module) => module.ApprovalsScreen),
  '/tax-forms': () => import('./tax-forms/tax-forms-screen').then((module) => module.TaxFormsScreen),
  '/site-stats': () => import('./statistics/statistics-screen').then((module) => module.SiteStatisticsScreen),
  '/staff-stats': () =>
    import('./statistics/statistics-screen').then((module) => module.StaffStatisticsScreen),
});
