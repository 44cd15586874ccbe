import { defineRemote } from '@partnerdesk/web';

/** What the shell loads: this remote's screens, each loaded when it is asked for, and its menu. */
export const remote = defineRemote('accounts', {
  '/affiliates': () => import('./search/accounts-screen').then((module) => module.AffiliatesScreen),
  '/staff': () => import('./search/accounts-screen').then((module) => module.StaffScreen),
  '/administrators': () =>
    import('./administrators/administrators-screen').then((module) => module.AdministratorsScreen),
  '/commission-groups': () => import('./terms/groups-screen').then((module) => module.GroupsScreen),
  '/audit-log': () => import('./audit/audit-screen').then((module) => module.AuditScreen),
  '/texts': () => import('./texts/texts-screen').then((module) => module.TextsScreen),
  '/members': () => import('./search/accounts-screen').then((module) => module.MembersScreen),
});
