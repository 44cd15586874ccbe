/* Every resource, in the order of the reference: a comment stands where that leaves the alphabet. */

export * from './account-details.calls';
export * from './accounts.calls';
export * from './administrators.calls';
export * from './audit.calls';
export * from './browser.calls';
export * from './configuration.calls';
export * from './entrance.calls';
export * from './figures.calls';
export * from './links.calls';
export * from './moderation.calls';
export * from './queues.calls';

/* After the queues of moderators. */

export * from './office.calls';
export * from './own-account.calls';
export * from './pages.calls';
export * from './pay-files.calls';
export * from './payment-results.calls';
export * from './payments.calls';
export * from './payroll.calls';
export * from './payroll-approvals.calls';
export * from './payroll-overview.calls';
export * from './programs.calls';
export * from './security.calls';
export * from './service.calls';
export * from './session.calls';

/* After who is signed in. */

export * from './login.calls';
export * from './statistics.calls';
export * from './tax-forms.calls';
export * from './terms.calls';
export * from './v1.calls';
