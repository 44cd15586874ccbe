import { aConfiguration, anAdmin, anAffiliate, failure, never } from '@partnerdesk/web/testing';
import { screen } from '@testing-library/react';
import { renderShell } from '../testing/render-shell';

beforeEach(() => localStorage.clear());

it('shows nothing of the app before the configuration has come', async () => {
  const { asked } = renderShell({ api: { 'GET /configuration': never } });
  expect(await screen.findByText('Starting…')).toBeInTheDocument();
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  expect(asked).toEqual([]);
});

it('says so when the configuration does not come, and Retry asks again', async () => {
  const answers = [
    () => failure(503),
    () => Promise.reject(new TypeError('offline')),
    () => aConfiguration(),
  ];
  const { user } = renderShell({ api: { 'GET /configuration': () => answers.shift()?.() } });
  const retry = async () => user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('The site cannot be reached right now.')).toBeInTheDocument();
  await retry();
  await retry();
  expect(await screen.findByText('The home page')).toBeInTheDocument();
});

it('waits for the server to say who is signed in before it shows a screen', async () => {
  renderShell({ path: '/dashboard', api: { 'GET /session': never } });
  expect(await screen.findByRole('navigation', { name: 'Main' })).toBeInTheDocument();
  expect(screen.queryByText('Page not found')).not.toBeInTheDocument();
});

it('offers to ask again when the session does not come', async () => {
  const answers = [failure(500), { session: anAffiliate() }];
  const { user } = renderShell({ path: '/dashboard', api: { 'GET /session': () => answers.shift() } });
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('The dashboard')).toBeInTheDocument();
});

it("lets the server's answer win over the browser's copy", async () => {
  localStorage.setItem('pdesk', JSON.stringify({ affID: 1, affRole: 99 }));
  renderShell({ path: '/affiliates', person: null });
  expect(await screen.findByText('Page not found')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Logout' })).not.toBeInTheDocument();
  expect(localStorage.getItem('pdesk')).toBeNull();
});

it.each([
  ['/affiliates', anAffiliate()],
  ['/account', anAdmin()],
  ['/photoid', anAdmin(['payroll'])],
  ['/no-such-page', null],
])('shows not found at %s to whom it is not for, and loads no remote', async (path, person) => {
  const { asked } = renderShell({ path, person });
  expect(await screen.findByText('Page not found')).toBeInTheDocument();
  expect(asked).toEqual([]);
  expect(document.title).toBe('Page not found · Partnerdesk');
});

it('leads by the logo to the dashboard when signed in, otherwise home', async () => {
  const { unmount } = renderShell({ path: '/faq', person: anAffiliate() });
  await screen.findByText('The FAQ');
  expect(screen.getByRole('link', { name: 'Partnerdesk' })).toHaveAttribute('href', '/dashboard');
  unmount();
  renderShell({ path: '/faq' });
  await screen.findByText('The FAQ');
  expect(screen.getByRole('link', { name: 'Partnerdesk' })).toHaveAttribute('href', '/');
});

it('shows administrators their permissions as tiles, and groups that open and close', async () => {
  const { user } = renderShell({ path: '/dashboard', person: anAdmin(['payroll']) });
  expect(await screen.findByText('Welcome, Olga')).toBeInTheDocument();
  expect(screen.queryByText('Members')).not.toBeInTheDocument();
  const group = screen.getByRole('button', { name: 'Payroll' });
  expect(group).toHaveAttribute('aria-expanded', 'false');
  await user.click(group);
  expect(group).toHaveAttribute('aria-expanded', 'true');
  await user.keyboard('{Escape}');
  expect(group).toHaveAttribute('aria-expanded', 'false');
  expect(group).toHaveFocus();
});
