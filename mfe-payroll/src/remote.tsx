import { defineRemote } from '@partnerdesk/web';

/** What the shell loads: the screens of this remote whose code there is, and its menu. */
export const remote = defineRemote('payroll', {
  '/site-stats': () => import('./statistics/statistics-screen').then((module) => module.SiteStatisticsScreen),
  '/staff-stats': () =>
    import('./statistics/statistics-screen').then((module) => module.StaffStatisticsScreen),
});
