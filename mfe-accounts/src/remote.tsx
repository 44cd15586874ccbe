import { defineRemote } from '@partnerdesk/web';

/** What the shell loads: this remote's screens, each loaded when it is asked for, and its menu. */
export const remote = defineRemote('accounts', {
  '/affiliates': () => import('./search/accounts-screen').then((module) => module.AffiliatesScreen),
  '/staff': () => import('./search/accounts-screen').then((module) => module.StaffScreen),
  '/members': () => import('./search/accounts-screen').then((module) => module.MembersScreen),
});
