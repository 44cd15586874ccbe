import { defineRemote } from '@partnerdesk/web';

/** What the shell loads: this remote's screens, each in a chunk of its own, and its menu. */
export const remote = defineRemote('affiliate', {
  '/dashboard': () => import('./dashboard/dashboard-screen').then((module) => module.DashboardScreen),
});
