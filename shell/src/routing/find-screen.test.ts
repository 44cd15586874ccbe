import { anAdmin, anAffiliate } from '@partnerdesk/web/testing';
import { findScreen } from './find-screen';

const affiliate = anAffiliate();
const NOT_FOUND = { kind: 'not-found' };

it.each(['/nowhere', '/dashboard/x', '/Affiliates', '/api', '/__proto__', '/constructor'])(
  'finds nothing at %s',
  (path) => {
    for (const person of [affiliate, anAdmin()]) expect(findScreen(path, person)).toEqual(NOT_FOUND);
  },
);

it('gives the dashboard to the affiliates remote, or to the shell for the office', () => {
  expect(findScreen('/dashboard', affiliate)).toMatchObject({ kind: 'remote', remote: 'affiliate' });
  expect(findScreen('/dashboard', anAdmin([]))).toEqual({ kind: 'shell', name: 'office' });
  expect(findScreen('/dashboard', null)).toEqual(NOT_FOUND);
});

it.each(['/statistics', '/promo-tools', '/account'])('keeps %s from visitors and the office', (path) => {
  expect(findScreen(path, affiliate)).toMatchObject({ kind: 'remote', remote: 'affiliate', path });
  expect(findScreen(path, null)).toEqual(NOT_FOUND);
  expect(findScreen(path, anAdmin())).toEqual(NOT_FOUND);
});

it.each([
  ['/photoid', 'moderation', 'moderation'],
  ['/approve-staff', 'moderation', 'moderation'],
  ['/members', 'accounts', 'accounts'],
  ['/operators-payroll', 'payroll', 'payroll'],
  ['/site-stats', 'statistics', 'payroll'],
] as const)('opens %s to administrators with %s only', (path, permission, remote) => {
  expect(findScreen(path, anAdmin([permission]))).toMatchObject({ kind: 'remote', remote });
  const others = (['moderation', 'accounts', 'payroll', 'statistics'] as const).filter(
    (one) => one !== permission,
  );
  expect(findScreen(path, anAdmin(others))).toEqual(NOT_FOUND);
  expect(findScreen(path, affiliate)).toEqual(NOT_FOUND);
  expect(findScreen(path, null)).toEqual(NOT_FOUND);
});

it.each(['/login', '/register'])('sends signed-in users from %s to the dashboard', (path) => {
  expect(findScreen(path, affiliate)).toEqual({ kind: 'redirect', to: '/dashboard' });
});

it.each(['/payroll', '/payroll/affiliates', '/payroll/operators/2026-10-31'])(
  'opens %s to clerks: addresses below a screen are its own',
  (path) => {
    expect(findScreen(path, anAdmin(['payroll']))).toEqual({
      kind: 'remote',
      remote: 'payroll',
      path: '/payroll',
    });
    expect(findScreen(path, anAdmin(['accounts']))).toEqual(NOT_FOUND);
    expect(findScreen('/payrolls', anAdmin())).toEqual(NOT_FOUND);
  },
);

it('takes no notice of a slash at the end', () => {
  expect(findScreen('/faq/', null)).toMatchObject({ kind: 'remote', path: '/faq' });
});
