import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AppStore, createAppStore, setConfiguration, useLeaveGuard } from '@partnerdesk/web';
import {
  aConfiguration,
  anAdmin,
  anAffiliate,
  expectAccessible,
  failure,
  fakeApi,
  never,
  partOfRemote,
} from '@partnerdesk/web/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { renderShell } from '../testing';
import { followDay } from './once-loaded';

beforeEach(() => {
  localStorage.clear();
  document.head.replaceChildren();
});

const DASHBOARD_CALLS = [
  '/api/quick-statistics?affID=7',
  '/api/affiliate-activity?affiliateID=7',
  '/api/affiliate-balance?affiliateID=7',
];

it.each([
  ['/dashboard', { affID: 7, affRole: 1 }, DASHBOARD_CALLS],
  ['/dashboard/', { affID: 7, affRole: 1 }, DASHBOARD_CALLS],
  ['/dashboard', { affID: 0, affRole: 99 }, []],
  ['/dashboard', null, []],
  ['/faq', { affID: 7, affRole: 1 }, []],
])('asks for what %s shows first before its code is there: copy %j', (path, copy, addresses) => {
  localStorage.setItem('pdesk', JSON.stringify(copy));
  window.history.replaceState(null, '', path);
  // As the document loads it: by itself.
  new Function(readFileSync(join(__dirname, 'first-calls.js'), 'utf8'))();
  const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=preload]')];
  expect(links.filter(({ as }) => as === 'fetch').map((link) => link.getAttribute('href'))).toEqual(
    addresses,
  );
});

it('shows nothing of the app before the configuration has come', async () => {
  const { asked } = renderShell({ api: { 'GET /configuration': never } });
  expect(await screen.findByText('Starting…')).toBeInTheDocument();
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  expect(asked).toEqual([]);
});

it('the page has the frame’s skeleton before any code is there', async () => {
  const page = readFileSync(join(__dirname, '../index.html'), 'utf8');
  const { container } = renderShell({ api: { 'GET /configuration': never } });
  await screen.findByText('Starting…');
  const rootOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').getElementById('root');
  expect(rootOf(page)?.innerHTML).toBe(container.innerHTML);
});

it.each([
  [1, false],
  [99, true],
])('role %i: the skeleton has a sidebar: %p', async (affRole, hasSidebar) => {
  localStorage.setItem('pdesk', JSON.stringify({ affID: 7, affRole }));
  const { container } = renderShell({ path: '/dashboard', api: { 'GET /configuration': never } });
  await screen.findByText('Starting…');
  expect(container.querySelector('.sh-start')?.classList.contains('sh-start-office')).toBe(hasSidebar);
});

it('a page that stays open over midnight has the new day once the server has it', async () => {
  jest.useFakeTimers({ now: Date.parse('2026-11-22T04:59:30Z') });
  const store = createAppStore();
  store.dispatch(setConfiguration(aConfiguration({ today: '2026-11-21' })));
  let today = '2026-11-21';
  const calls = fakeApi({ 'GET /configuration': () => aConfiguration({ today, version: 'next' }) });
  const end = followDay(store);
  await act(() => jest.advanceTimersByTimeAsync(61_000));
  expect(store.getState().configuration?.today).toBe('2026-11-21');
  today = '2026-11-22';
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  // What else is served by now belongs to the next page.
  expect(store.getState().configuration).toEqual(aConfiguration({ today: '2026-11-22' }));
  await act(() => jest.advanceTimersByTimeAsync(600_000));
  expect(calls).toHaveLength(2);
  end();
  jest.useRealTimers();
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

it('waits a moment for the code of its first screen, and shows the frame without it', async () => {
  jest.useFakeTimers();
  localStorage.setItem('pdesk', JSON.stringify(anAffiliate()));
  renderShell({ path: '/dashboard', person: anAffiliate(), fetchRemote: never });
  await act(() => jest.advanceTimersByTimeAsync(150));
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(150));
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeInTheDocument();
  jest.useRealTimers();
});

it('draws its first screen once what that reads before it is drawn has come', async () => {
  localStorage.setItem('pdesk', JSON.stringify(anAffiliate()));
  let read = () => {};
  const prepare = jest.fn(
    (_: AppStore) =>
      new Promise<void>((resolve) => {
        read = resolve;
      }),
  );
  const Dashboard = Object.assign(() => <h1>The dashboard</h1>, { prepare });
  const remote = partOfRemote({ '/dashboard': async () => Dashboard });
  const { store } = renderShell({
    path: '/dashboard',
    person: anAffiliate(),
    fetchRemote: async () => ({ remote }),
  });
  await waitFor(() => expect(prepare).toHaveBeenCalledWith(store));
  expect(screen.queryByText('The dashboard')).not.toBeInTheDocument();
  read();
  expect(await screen.findByText('The dashboard')).toBeInTheDocument();
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

it('skips to the content without a question about unsaved edits, and without an entry of the history', async () => {
  const confirm = jest.spyOn(window, 'confirm').mockReturnValue(true);
  const Editing = () => {
    useLeaveGuard(true);
    return <h1>The dashboard</h1>;
  };
  const { user } = renderShell({
    path: '/dashboard',
    person: anAffiliate(),
    fetchRemote: async () => ({ remote: partOfRemote({ '/dashboard': async () => Editing }) }),
  });
  await screen.findByText('The dashboard');
  const entries = window.history.length;
  await user.click(screen.getByRole('button', { name: 'Skip to the content' }));
  expect(screen.getByRole('main')).toHaveFocus();
  expect(window.history.length).toBe(entries);
  expect(confirm).not.toHaveBeenCalled();
  confirm.mockRestore();
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

it('shows administrators the menu of their permissions in a sidebar, its groups open, and what else they may see', async () => {
  renderShell({ path: '/dashboard', person: anAdmin(['payroll', 'accounts', 'audit']) });
  expect(await screen.findByText('Welcome, Olga')).toBeInTheDocument();
  const sidebar = within(screen.getByRole('complementary', { name: 'Office' }));
  const menu = within(sidebar.getByRole('navigation', { name: 'Main' }));
  expect(menu.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Affiliates',
    'Staff',
    'Members',
    'Affiliates',
    'Operators',
  ]);
  expect(within(menu.getByRole('list', { name: 'Payroll' })).getAllByRole('link')).toHaveLength(2);
  expect(sidebar.getByText('Administrator')).toBeInTheDocument();
  expect(sidebar.getByRole('link', { name: 'Audit log' })).toHaveAttribute('href', '/audit-log');
  expect(sidebar.getAllByRole('button').at(-1)).toHaveAccessibleName('Logout');
});

it('shows an administrator no settings that they may not see', async () => {
  renderShell({ path: '/dashboard', person: anAdmin(['payroll']) });
  await screen.findByText('Welcome, Olga');
  expect(screen.queryByRole('link', { name: 'Audit log' })).not.toBeInTheDocument();
});

it('remembers that the sidebar is collapsed, and keeps its names', async () => {
  const { user, unmount } = renderShell({ path: '/dashboard', person: anAdmin() });
  await user.click(await screen.findByRole('button', { name: 'Collapse the sidebar' }));
  unmount();
  const { container } = renderShell({ path: '/dashboard', person: anAdmin() });
  expect(await screen.findByRole('button', { name: 'Expand the sidebar' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /PhotoId/ })).toHaveAttribute('title', 'PhotoId');
  await expectAccessible(container);
});

it('opens the menu as a drawer: the focus goes in, the rest is inert, Escape brings back both', async () => {
  const { user, container } = renderShell({ path: '/dashboard', person: anAdmin() });
  const toggle = await screen.findByRole('button', { name: 'Menu' });
  await user.click(toggle);
  expect(toggle).toHaveAttribute('aria-expanded', 'true');
  expect(container.querySelector('#sidebar')).toContainElement(document.activeElement as HTMLElement);
  expect(container.querySelector('.sh-content')).toHaveAttribute('inert');
  await user.keyboard('{Escape}');
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  expect(toggle).toHaveFocus();
  expect(container.querySelector('.sh-content')).not.toHaveAttribute('inert');
});

it('a tablet that is turned with its menu open has its content again', async () => {
  let turn = () => {};
  const wide = {
    matches: false,
    addEventListener: (_: string, listener: () => void) => {
      turn = listener;
    },
    removeEventListener: () => undefined,
  };
  const other = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  Object.assign(window, { matchMedia: (query: string) => (query === '(min-width: 64rem)' ? wide : other) });
  const { user } = renderShell({ path: '/dashboard', person: anAdmin() });
  await user.click(await screen.findByRole('button', { name: 'Menu' }));
  const content = document.querySelector('.sh-content');
  expect(content).toHaveAttribute('inert');
  wide.matches = true;
  act(() => turn());
  expect(content).not.toHaveAttribute('inert');
  expect(document.querySelector('.sh-drawer-ground')).not.toBeInTheDocument();
  Reflect.deleteProperty(window, 'matchMedia');
});
