import { type Permission, REMOTE_MENUS, REMOTE_SCREENS, ROLE } from '@partnerdesk/contracts';
import { anAdmin, anAffiliate } from '@partnerdesk/web/testing';
import { menuFor } from './menu';
import { ICONS } from './side-menu';

const labels = (...args: Parameters<typeof menuFor>) => menuFor(...args).map((entry) => entry.label);

it('offers visitors Contact, FAQ and, on small screens, Login', () => {
  expect(labels(null)).toEqual(['Contact', 'FAQ', 'Login']);
  expect(menuFor(null).find((entry) => entry.label === 'Login')?.smallScreensOnly).toBe(true);
});

it('offers affiliates their menu in the order of the specification', () => {
  expect(labels(anAffiliate())).toEqual(['My Stats', 'Payment Info', 'Promo Tools', 'FAQ', 'Contact']);
});

it('offers an administrator with all permissions the whole office', () => {
  expect(labels(anAdmin())).toEqual([
    'Images',
    'Approve Staff',
    'Approve Profiles',
    'Affiliates',
    'Staff',
    'Members',
    'Stats',
    'Payroll',
  ]);
  const entriesOf = (label: string) =>
    menuFor(anAdmin())
      .find((entry) => entry.label === label)
      ?.entries?.map((entry) => entry.label);
  expect(entriesOf('Images')).toEqual(['PhotoId', 'Profile Pics', 'Gallery Pics', 'Member Pics']);
  expect(entriesOf('Stats')).toEqual(['Site Stats', 'Staff Stats']);
  expect(entriesOf('Payroll')).toEqual(['Affiliates', 'Operators']);
});

it.each<[Permission, string[]]>([
  ['moderation', ['Images', 'Approve Staff', 'Approve Profiles']],
  ['accounts', ['Affiliates', 'Staff', 'Members']],
  ['statistics', ['Stats']],
  ['payroll', ['Payroll']],
])('offers an administrator with %s only', (permission, expected) => {
  expect(labels(anAdmin([permission]))).toEqual(expected);
});

it('offers an administrator without permissions nothing', () => expect(labels(anAdmin([]))).toEqual([]));

it('gives no office entry to an affiliate, whatever permissions a forged copy has', () => {
  expect(labels(anAffiliate({ permissions: ['payroll'] }))).not.toContain('Payroll');
});

it("lets a loaded remote's own entries win", () => {
  const menu = REMOTE_MENUS.affiliate.map((entry) => ({ ...entry, label: `${entry.label}!` }));
  expect(labels(null, (name) => (name === 'affiliate' ? menu : undefined))).toEqual([
    'Contact!',
    'FAQ!',
    'Login',
  ]);
});

it('gives every entry of the office an icon of its own', () => {
  const screens = [...REMOTE_SCREENS.moderation, ...REMOTE_SCREENS.accounts, ...REMOTE_SCREENS.payroll];
  const paths = screens
    .filter(({ access }) => access.roles?.join() === String(ROLE.admin))
    .map(({ path }) => path);
  expect(paths.filter((path) => !ICONS[path])).toEqual([]);
  const icons = Object.values(ICONS);
  expect(icons.filter((icon, index) => icons.indexOf(icon) !== index)).toEqual([]);
});
