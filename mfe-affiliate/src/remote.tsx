import './affiliate.css';
import { defineRemote } from '@partnerdesk/web';

/** What the shell loads: this remote's screens, each in a chunk of its own, and its menu. */
export const remote = defineRemote('affiliate', {
  '/': () => import('./home/home-screen').then((module) => module.HomeScreen),
  '/register': () => import('./register/register-screen').then((module) => module.RegisterScreen),
  '/dashboard': () => import('./dashboard/dashboard-screen').then((module) => module.DashboardScreen),
  '/statistics': () => import('./statistics/statistics-screen').then((module) => module.StatisticsScreen),
  '/statement': () => import('./statement/statement-screen').then((module) => module.StatementScreen),
  '/promo-tools': () => import('./promo-tools/promo-tools-screen').then((module) => module.PromoToolsScreen),
  '/reports': () => import('./reports/reports-screen').then((module) => module.ReportsScreen),
  '/postbacks': () => import('./postbacks/postbacks-screen').then((module) => module.PostbacksScreen),
  '/developers': () => import('./developers/developers-screen').then((module) => module.DevelopersScreen),
  '/account': () => import('./account/account-screen').then((module) => module.AccountScreen),
  '/contact': () => import('./contact/contact-screen').then((module) => module.ContactScreen),
  '/faq': () => import('./text-blocks/text-screens').then((module) => module.FaqScreen),
  '/terms': () => import('./text-blocks/text-screens').then((module) => module.TermsScreen),
});
