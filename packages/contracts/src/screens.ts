import { type Permission, ROLE } from './codes';
import type { Access, RemoteName } from './routes';

/** A screen as data: enough to guard it and to find its remote before anything of the remote is loaded. */
export interface ScreenInfo {
  /** Path from the origin, without a slash at the end. */
  path: string;
  /** Addresses below it belong to it as well: `/payroll/affiliates/2026-10-31`. */
  below?: true;
  title: string;
  access: Access;
}

/** Whether an address, without a slash at the end, shows this screen. */
export const isAddressOf = ({ path, below }: Pick<ScreenInfo, 'path' | 'below'>, address: string): boolean =>
  address === path || (below === true && address.startsWith(`${path}/`));

/** A menu entry: a link, or a group of links under one label. */
export interface MenuEntry {
  label: string;
  access: Access;
  /** Missing: a group. */
  path?: string;
  entries?: readonly { label: string; path: string }[];
  /** Where the entry stands in its role's menu, counted from 0 (docs/PRODUCT.md §2 "Menus"). */
  order: number;
  /** Only where the header has no room for its login form. */
  smallScreensOnly?: boolean;
}

/** Something that people do, found by its name in the box that Ctrl-K opens. */
export interface ScreenAction {
  /** Verb first, or what is opened: 'Generate affiliate payroll', 'Next photo id'. */
  label: string;
  /** Where it is done, with what the screen is asked for: `/photoid?open=next`. */
  to: string;
  access: Access;
}

const everybody: Access = {};
const visitors: Access = { anonymousOnly: true };
const affiliates: Access = { roles: [ROLE.affiliate] };
/** Those who are paid, and clerks. */
const payees: Access = { roles: [ROLE.affiliate, ROLE.admin], permissions: ['payroll'] };
const office = (...permissions: Permission[]): Access => ({ roles: [ROLE.admin], permissions });
const moderators = office('moderation');
const support = office('accounts');
const clerks = office('payroll');

/** The screens that the shell shows itself (docs/PRODUCT.md §2). */
export const SHELL_SCREENS = {
  login: { path: '/login', title: 'Login', access: visitors },
  restorePassword: { path: '/restore-password', title: 'Forgot Your Password?', access: everybody },
  updatePassword: { path: '/update-password', title: 'Password Reset', access: everybody },
  confirmEmail: { path: '/confirm-email', title: 'Confirm your email', access: everybody },
  notMe: { path: '/not-me', title: 'This wasn’t me', access: everybody },
  security: {
    path: '/security',
    title: 'Sign-in and security',
    access: { roles: [ROLE.affiliate, ROLE.admin] },
  },
  help: { path: '/help', title: 'Help', access: { roles: [ROLE.affiliate, ROLE.admin] } },
  office: { path: '/dashboard', title: 'Office', access: { roles: [ROLE.admin] } },
  failedWork: {
    path: '/failed-work',
    title: 'Failed work',
    access: office('payroll', 'moderation', 'accounts'),
  },
  releases: { path: '/releases', title: 'Releases', access: office('audit', 'queues') },
} as const satisfies Record<string, ScreenInfo>;

/** Which screens belong to which remote (docs/PRODUCT.md §2), so that only the asked-for remote is loaded. */
export const REMOTE_SCREENS = {
  affiliate: [
    { path: '/', title: 'Home', access: everybody },
    { path: '/register', title: 'Register', access: visitors },
    { path: '/dashboard', title: 'Dashboard', access: affiliates },
    { path: '/contact', title: 'Contact', access: everybody },
    { path: '/faq', title: 'FAQ', access: everybody },
    { path: '/terms', title: 'Terms', access: everybody },
    { path: '/developers', title: 'Developers', access: everybody },
    { path: '/statistics', title: 'My Stats', access: affiliates },
    { path: '/statement', title: 'Statement', access: payees },
    { path: '/promo-tools', title: 'Promo Tools', access: affiliates },
    { path: '/reports', title: 'Reports', access: affiliates },
    { path: '/postbacks', title: 'Postbacks', access: affiliates },
    { path: '/account', title: 'Payment Info', access: affiliates },
  ],
  moderation: [
    { path: '/photoid', title: 'Manage PhotoID', access: moderators },
    { path: '/profile-images', title: 'Manage Profile Images', access: moderators },
    { path: '/gallery-images', title: 'Manage Gallery Images', access: moderators },
    { path: '/member-images', title: 'Manage Member Images', access: moderators },
    { path: '/approve-profiles', title: 'Manage Profiles', access: moderators },
    { path: '/approve-staff', title: 'Manage Staff', access: moderators },
  ],
  accounts: [
    { path: '/affiliates', title: 'Affiliate Search', access: support },
    { path: '/staff', title: 'Staff Search', access: support },
    { path: '/members', title: 'Member Search', access: support },
    { path: '/commission-groups', title: 'Commission groups', access: office('terms') },
    { path: '/texts', title: 'Texts', access: support },
    { path: '/audit-log', title: 'Audit log', access: office('audit') },
    { path: '/administrators', title: 'Administrators', access: office('administrators') },
  ],
  payroll: [
    { path: '/payroll', title: 'Payroll', access: clerks, below: true },
    { path: '/affiliate-payroll', title: 'Affiliate Payroll', access: clerks },
    { path: '/operators-payroll', title: 'Operator Payroll', access: clerks },
    { path: '/payment-results', title: 'Payment results', access: clerks },
    {
      path: '/payroll-approvals',
      title: 'Payroll approvals',
      access: office('payroll', 'payroll.approve'),
    },
    { path: '/tax-forms', title: 'Tax forms', access: office('payroll.tax') },
    { path: '/site-stats', title: 'Site Stats', access: office('statistics') },
    { path: '/staff-stats', title: 'Staff Stats', access: office('statistics') },
  ],
} as const satisfies Record<RemoteName, readonly ScreenInfo[]>;

/** Menu entries by remote; a role's menu is what it may see of all, by `order` (docs/PRODUCT.md §2 "Menus"). */
export const REMOTE_MENUS: Record<RemoteName, readonly MenuEntry[]> = {
  affiliate: [
    { label: 'My Stats', path: '/statistics', access: affiliates, order: 0 },
    { label: 'Payment Info', path: '/account', access: affiliates, order: 1 },
    { label: 'Promo Tools', path: '/promo-tools', access: affiliates, order: 2 },
    { label: 'FAQ', path: '/faq', access: affiliates, order: 3 },
    { label: 'Contact', path: '/contact', access: affiliates, order: 4 },
    { label: 'Contact', path: '/contact', access: visitors, order: 0 },
    { label: 'FAQ', path: '/faq', access: visitors, order: 1 },
  ],
  moderation: [
    {
      label: 'Images',
      access: moderators,
      order: 0,
      entries: [
        { label: 'PhotoId', path: '/photoid' },
        { label: 'Profile Pics', path: '/profile-images' },
        { label: 'Gallery Pics', path: '/gallery-images' },
        { label: 'Member Pics', path: '/member-images' },
      ],
    },
    { label: 'Approve Staff', path: '/approve-staff', access: moderators, order: 1 },
    { label: 'Approve Profiles', path: '/approve-profiles', access: moderators, order: 2 },
  ],
  accounts: [
    { label: 'Affiliates', path: '/affiliates', access: support, order: 3 },
    { label: 'Staff', path: '/staff', access: support, order: 4 },
    { label: 'Members', path: '/members', access: support, order: 5 },
  ],
  payroll: [
    {
      label: 'Stats',
      access: office('statistics'),
      order: 6,
      entries: [
        { label: 'Site Stats', path: '/site-stats' },
        { label: 'Staff Stats', path: '/staff-stats' },
      ],
    },
    {
      label: 'Payroll',
      access: clerks,
      order: 7,
      entries: [
        { label: 'Affiliates', path: '/affiliate-payroll' },
        { label: 'Operators', path: '/operators-payroll' },
      ],
    },
  ],
};

/** Actions by remote, as its export list has them; known before anything of the remote is loaded. */
export const REMOTE_ACTIONS: Partial<Record<RemoteName, readonly ScreenAction[]>> = {
  affiliate: [
    { label: 'Create an account', to: '/register', access: visitors },
    { label: 'Make an advertising link', to: '/promo-tools', access: affiliates },
    { label: 'Report of my links', to: '/reports', access: affiliates },
    { label: 'Change the password', to: '/account', access: affiliates },
  ],
  moderation: [
    { label: 'Next photo id', to: '/photoid?open=next', access: moderators },
    { label: 'Next profile picture', to: '/profile-images?open=next', access: moderators },
    { label: 'Next gallery picture', to: '/gallery-images?open=next', access: moderators },
    { label: 'Next member picture', to: '/member-images?open=next', access: moderators },
    { label: 'Next profile', to: '/approve-profiles?open=next', access: moderators },
    { label: 'Next staff application', to: '/approve-staff?open=next', access: moderators },
  ],
  accounts: [
    { label: 'Edit the texts', to: '/texts', access: support },
    { label: 'Invite an administrator', to: '/administrators', access: office('administrators') },
  ],
  payroll: [
    { label: 'Pay affiliates', to: '/payroll/affiliates', access: clerks },
    { label: 'Pay operators', to: '/payroll/operators', access: clerks },
    { label: 'Generate affiliate payroll', to: '/affiliate-payroll', access: clerks },
    { label: 'Generate operator payroll', to: '/operators-payroll', access: clerks },
    { label: 'Show affiliate payroll report', to: '/affiliate-payroll?view=reports', access: clerks },
    { label: 'Show operator payroll report', to: '/operators-payroll?view=reports', access: clerks },
    { label: 'Adjust an affiliate’s balance', to: '/affiliate-payroll?view=adjustments', access: clerks },
    { label: 'Adjust an operator’s balance', to: '/operators-payroll?view=adjustments', access: clerks },
  ],
};

/** The shell's own entry for visitors; Logout is a button, not a link. */
export const LOGIN_MENU_ENTRY: MenuEntry = {
  label: 'Login',
  path: '/login',
  access: visitors,
  order: 2,
  smallScreensOnly: true,
};
