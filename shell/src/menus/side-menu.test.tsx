import { anAdmin } from '@partnerdesk/web/testing';
import { screen, within } from '@testing-library/react';
import { renderShell } from '../testing';

const furtherOf = async (permissions: Parameters<typeof anAdmin>[0], path = '/security') => {
  renderShell({ path, person: anAdmin(permissions), api: { 'GET /failed-work': () => [] } });
  return within(await screen.findByRole('list', { name: 'More' }));
};
type List = Awaited<ReturnType<typeof furtherOf>>;
const names = (list: List) => list.getAllByRole('link').map((link) => link.textContent);

it.each([
  [
    ['payroll'] as const,
    ['Payroll', 'Payment results', 'Payroll approvals', 'Failed work', 'Sign-in and security'],
  ],
  [['moderation'] as const, ['Failed work', 'Sign-in and security']],
  [['payroll.tax'] as const, ['Tax forms', 'Sign-in and security']],
  [['queues'] as const, ['Releases', 'Sign-in and security']],
])('leads those with %p to every further screen that they may see', async (permissions, expected) => {
  expect(names(await furtherOf([...permissions]))).toEqual(expected);
});

it.each([
  ['/failed-work', 'Failed work'],
  ['/payroll/affiliates/2026-10-31', 'Payroll'],
])('at %s marks the one that is shown', async (path, name) => {
  const list = await furtherOf(['payroll'], path);
  expect(list.getByRole('link', { current: 'page' })).toHaveTextContent(name);
});
