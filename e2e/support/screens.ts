import { businessDayOf, PERIOD, periodRange, wireDay } from '@partnerdesk/contracts';
import type { Page } from '@playwright/test';
import { TIME_ZONE } from './time-zone';

/** Who looks at a screen; `office` may do everything there. */
export const VIEWERS = ['visitor', 'affiliate', 'office'] as const;
export type Viewer = (typeof VIEWERS)[number];

/** The demo login of each who has one. */
export const LOGINS: Record<Viewer, string | undefined> = {
  visitor: undefined,
  affiliate: 'affiliate@example.com',
  office: 'admin@example.com',
};

/**
 * What the server's answers are made of: as they are; with nothing in them; never there; refused; with the longest texts,
 * largest sums and most rows.
 */
export const STATES = ['full', 'empty', 'loading', 'failed', 'overfull'] as const;
export type State = (typeof STATES)[number];

/** A screen as a person comes to it. */
export interface ScreenVisit {
  viewer: Viewer;
  /** Of its pictures and in reports; unique for each viewer. */
  name: string;
  /** With the query that brings it where it is looked at. */
  path: string;
  states: readonly State[];
  /** Looking at it takes work from a queue that other tests go through: only where the system is nobody else's. */
  takesWork?: boolean;
  /** What is done there before it is looked at: once the screen is ready. */
  act?: (page: Page) => Promise<void>;
}

/** Screens that ask the server for nothing look the same in every state. */
const STILL = ['full'] as const;
const EVER = 'startDate=2020-01-01&endDate=2039-12-31';
const TODAY = businessDayOf(new Date(), TIME_ZONE);
const lastMonth = periodRange(PERIOD.lastMonth, TODAY);
const LAST_MONTH = `period=${PERIOD.lastMonth}&${new URLSearchParams({ ...lastMonth })}`;

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().click();

/** An alert stays for as long as the pointer rests on it. */
const stayed = (page: Page) => page.locator('.pd-alert').hover();

/** Presses it with nothing filled in, so that an alert says what is missing. */
const refused = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page);
  await stayed(page);
};

const VISITOR: Omit<ScreenVisit, 'viewer'>[] = [
  { name: 'home', path: '/', states: STATES },
  { name: 'register', path: '/register', states: STILL },
  { name: 'register-refused', path: '/register', states: STILL, act: refused(/register/i) },
  { name: 'login', path: '/login', states: STILL },
  { name: 'login-refused', path: '/login', states: STILL, act: refused('Login') },
  { name: 'restore-password', path: '/restore-password', states: STILL },
  { name: 'update-password', path: '/update-password?token=x', states: STILL },
  { name: 'confirm-email', path: '/confirm-email?token=x', states: STILL },
  { name: 'not-me', path: '/not-me?token=x', states: STILL },
  { name: 'contact', path: '/contact', states: STILL },
  { name: 'faq', path: '/faq', states: STATES },
  { name: 'terms', path: '/terms', states: STATES },
  { name: 'developers', path: '/developers', states: STILL },
  { name: 'not-found', path: '/nowhere', states: STILL },
];

const AFFILIATE: Omit<ScreenVisit, 'viewer'>[] = [
  { name: 'dashboard', path: '/dashboard', states: STATES },
  { name: 'payment-history', path: `/statistics?view=1&${EVER}`, states: STATES },
  { name: 'sale-summary', path: `/statistics?view=2&${LAST_MONTH}`, states: STATES },
  { name: 'sale-details', path: `/statistics?view=3&${LAST_MONTH}`, states: STATES },
  { name: 'statement', path: '/statement?payrollID=1', states: STATES },
  { name: 'promo-tools', path: '/promo-tools', states: STATES },
  { name: 'reports', path: `/reports?by=source&${LAST_MONTH}`, states: STATES },
  { name: 'postbacks', path: '/postbacks', states: STATES },
  { name: 'developers', path: '/developers', states: STATES },
  { name: 'account', path: '/account', states: STATES },
  { name: 'account-refused', path: '/account', states: STILL, act: refused(/save/i) },
  { name: 'contact', path: '/contact', states: STILL },
  { name: 'faq', path: '/faq', states: STILL },
  { name: 'security', path: '/security', states: STATES },
  { name: 'help', path: '/help', states: STILL },
];

const OFFICE: Omit<ScreenVisit, 'viewer'>[] = [
  { name: 'dashboard', path: '/dashboard', states: STATES },
  { name: 'failed-work', path: '/failed-work', states: STATES },
  { name: 'help', path: '/help', states: STILL },
  { name: 'releases', path: '/releases', states: STATES },
  { name: 'security', path: '/security', states: STILL },
  { name: 'photoid', path: '/photoid', states: STATES },
  { name: 'photoid-open', path: '/photoid', states: STILL, takesWork: true, act: openPicture },
  { name: 'profile-images', path: '/profile-images?status=all', states: STILL },
  { name: 'gallery-images', path: '/gallery-images?status=all', states: STATES },
  { name: 'member-images', path: '/member-images?status=all', states: STILL },
  { name: 'member-image-open', path: '/member-images?status=all', states: STILL, act: openPicture },
  { name: 'reject-open', path: '/member-images?status=all', states: STILL, act: openReasons },
  {
    name: 'decisions-open',
    path: '/member-images?status=all',
    states: STILL,
    act: (page) => page.keyboard.press('t'),
  },
  { name: 'approve-profiles', path: '/approve-profiles', states: STATES },
  { name: 'profile-open', path: '/approve-profiles', states: STILL, takesWork: true, act: openFirst },
  { name: 'approve-staff', path: '/approve-staff', states: STATES },
  { name: 'staff-open', path: '/approve-staff', states: STILL, takesWork: true, act: openFirst },
  { name: 'affiliates', path: '/affiliates', states: STATES },
  { name: 'affiliate-details', path: '/affiliates?type=1&q=1&id=1', states: STATES },
  { name: 'search-refused', path: '/affiliates', states: STILL, act: refused(/^Search$/) },
  { name: 'calendar-open', path: '/affiliates', states: STILL, act: openCalendar },
  { name: 'staff', path: '/staff', states: STATES },
  { name: 'staff-details', path: '/staff?type=1&q=1&id=1', states: STATES },
  { name: 'members', path: '/members', states: STATES },
  { name: 'member-details', path: '/members?type=1&q=1&id=1', states: STATES },
  { name: 'affiliate-terms', path: '/affiliates?type=1&q=1&id=1&tab=terms', states: STATES },
  { name: 'commission-groups', path: '/commission-groups', states: STATES },
  { name: 'texts', path: '/texts', states: STATES },
  { name: 'audit-log', path: '/audit-log', states: STATES },
  { name: 'administrators', path: '/administrators', states: STATES },
  { name: 'invite-refused', path: '/administrators', states: STILL, act: refuseInvitation },
  { name: 'payroll-page', path: '/payroll/operators', states: STATES },
  { name: 'affiliate-payroll', path: '/affiliate-payroll', states: STATES },
  { name: 'payroll-refused', path: '/affiliate-payroll', states: STILL, act: refused('Generate Payroll') },
  { name: 'payroll-reports', path: '/affiliate-payroll?view=reports', states: STATES },
  { name: 'adjustments', path: '/affiliate-payroll?view=adjustments', states: STATES },
  { name: 'operators-payroll', path: '/operators-payroll', states: STILL },
  {
    name: 'payroll-review',
    path: '/operators-payroll',
    states: STILL,
    takesWork: true,
    act: reviewPayroll,
  },
  { name: 'payment-results', path: '/payment-results', states: STATES },
  { name: 'payroll-approvals', path: '/payroll-approvals', states: STATES },
  { name: 'tax-forms', path: '/tax-forms', states: STATES },
  { name: 'site-stats', path: `/site-stats?${LAST_MONTH}`, states: STATES },
  { name: 'staff-stats', path: `/staff-stats?${LAST_MONTH}`, states: STATES },
  { name: 'jump', path: '/faq', states: STILL, act: (page) => page.keyboard.press('Control+k') },
];

function openFirst(page: Page): Promise<void> {
  return page.keyboard.press('j');
}

async function openPicture(page: Page): Promise<void> {
  await openFirst(page);
  await page.getByRole('region', { name: /^Photo \d+$/ }).waitFor();
}

async function openReasons(page: Page): Promise<void> {
  await openPicture(page);
  await page.keyboard.press('r');
  await page.getByRole('dialog').waitFor();
}

/** Of a filter, whose field has least room. */
async function openCalendar(page: Page): Promise<void> {
  await press('Add filter')(page);
  await press('Joined from')(page);
  await press('Calendar')(page);
  await page.getByRole('dialog', { name: 'Calendar' }).getByRole('gridcell').first().waitFor();
}

async function refuseInvitation(page: Page): Promise<void> {
  await press('Invite administrator')(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click();
  await stayed(page);
}

/** Generates a payroll, selects one of its rows and opens another. */
async function reviewPayroll(page: Page): Promise<void> {
  await page.getByLabel(/^End date/).fill(wireDay(TODAY));
  await page.getByRole('button', { name: 'Generate Payroll' }).click();
  const names = page.getByRole('table', { name: 'Payroll rows' }).locator('button.pay-open');
  await names.nth(1).waitFor();
  await page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
    .check();
  await names.nth(1).click();
  await page.getByRole('heading', { level: 4 }).first().waitFor();
}

const of = (viewer: Viewer, visits: readonly Omit<ScreenVisit, 'viewer'>[]): ScreenVisit[] =>
  visits.map((visit) => ({ viewer, ...visit }));

/** Every screen of the product, by who sees it. */
export const SCREENS: readonly ScreenVisit[] = [
  ...of('visitor', VISITOR),
  ...of('affiliate', AFFILIATE),
  ...of('office', OFFICE),
];

/** Those whose name fits SCREENS_ONLY, a regular expression; without it all. @throws Error when none does */
export function chosenScreens(): readonly ScreenVisit[] {
  const only = process.env.SCREENS_ONLY ?? '';
  const chosen = SCREENS.filter(({ name }) => new RegExp(only).test(name));
  if (chosen.length === 0)
    throw new Error(`No screen fits --only ${only}: e2e/support/screens.ts names them`);
  return chosen;
}
