import { type Permission, ROLE } from './codes';
import type { Access, RemoteName } from './routes';

/** A screen as data: enough to guard it and to find its remote before anything of the remote is loaded. */
export interface ScreenInfo {
  /** Path from the origin, without a slash at the end. */
  path: string;
  /** Addresses below it belong to it as well: `/payroll/affiliates/2026-10-31`. */
  below?: true;
  /** Document title and heading. */
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
    { path: '/photoid', title: 'Manage PhotoID', access: office('moderation') },
    { path: '/profile-images', title: 'Manage Profile Images', access: office('moderation') },
    { path: '/gallery-images', title: 'Manage Gallery Images', access: office('moderation') },
    { path: '/member-images', title: 'Manage Member Images', access: office('moderation') },
    { path: '/approve-profiles', title: 'Manage Profiles', access: office('moderation') },
    { path: '/approve-staff', title: 'Manage Staff', access: office('moderation') },
  ],
  accounts: [
    { path: '/affiliates', title: 'Affiliate Search', access: office('accounts') },
    { path: '/staff', title: 'Staff Search', access: office('accounts') },
    { path: '/members', title: 'Member Search', access: office('accounts') },
    { path: '/commission-groups', title: 'Commission groups', access: office('terms') },
    { path: '/texts', title: 'Texts', access: office('accounts') },
    { path: '/audit-log', title: 'Audit log', access: office('audit') },
    { path: '/administrators', title: 'Administrators', access: office('administrators') },
  ],
  payroll: [
    { path: '/payroll', title: 'Payroll', access: office('payroll'), below: true },
    { path: '/affiliate-payroll', title: 'Affiliate Payroll', access: office('payroll') },
    { path: '/operators-payroll', title: 'Operator Payroll', access: office('payroll') },
    { path: '/payment-results', title: 'Payment results', access: office('payroll') },
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

/**
 * Menu entries by remote; a role's menu is what it may see of all of them, by `order` (docs/PRODUCT.md §2 "Menus").
 */
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
      access: office('moderation'),
      order: 0,
      entries: [
        { label: 'PhotoId', path: '/photoid' },
        { label: 'Profile Pics', path: '/profile-images' },
        { label: 'Gallery Pics', path: '/gallery-images' },
        { label: 'Member Pics', path: '/member-images' },
      ],
    },
    { label: 'Approve Staff', path: '/approve-staff', access: office('moderation'), order: 1 },
    { label: 'Approve Profiles', path: '/approve-profiles', access: office('moderation'), order: 2 },
  ],
  accounts: [
    { label: 'Affiliates', path: '/affiliates', access: office('accounts'), order: 3 },
    { label: 'Staff', path: '/staff', access: office('accounts'), order: 4 },
    { label: 'Members', path: '/members', access: office('accounts'), order: 5 },
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
      access: office('payroll'),
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
    { label: 'Next photo id', to: '/photoid?open=next', access: office('moderation') },
    { label: 'Next profile picture', to: '/profile-images?open=next', access: office('moderation') },
    { label: 'Next gallery picture', to: '/gallery-images?open=next', access: office('moderation') },
    { label: 'Next member picture', to: '/member-images?open=next', access: office('moderation') },
    { label: 'Next profile', to: '/approve-profiles?open=next', access: office('moderation') },
    { label: 'Next staff application', to: '/approve-staff?open=next', access: office('moderation') },
  ],
  accounts: [
    { label: 'Edit the texts', to: '/texts', access: office('accounts') },
    { label: 'Invite an administrator', to: '/administrators', access: office('administrators') },
  ],
  payroll: [
    { label: 'Pay affiliates', to: '/payroll/affiliates', access: office('payroll') },
    { label: 'Pay operators', to: '/payroll/operators', access: office('payroll') },
    { label: 'Generate affiliate payroll', to: '/affiliate-payroll', access: office('payroll') },
    { label: 'Generate operator payroll', to: '/operators-payroll', access: office('payroll') },
    {
      label: 'Show affiliate payroll report',
      to: '/affiliate-payroll?view=reports',
      access: office('payroll'),
    },
    {
      label: 'Show operator payroll report',
      to: '/operators-payroll?view=reports',
      access: office('payroll'),
    },
    {
      label: 'Adjust an affiliate’s balance',
      to: '/affiliate-payroll?view=adjustments',
      access: office('payroll'),
    },
    {
      label: 'Adjust an operator’s balance',
      to: '/operators-payroll?view=adjustments',
      access: office('payroll'),
    },
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
