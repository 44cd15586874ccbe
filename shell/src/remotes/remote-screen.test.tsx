import { anAffiliate, expectAccessible, never, partOfRemote } from '@partnerdesk/web/testing';
import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { affiliateModule, renderShell } from '../testing';
import { SILENCE_MS } from './silence';

beforeEach(() => localStorage.clear());

const trouble = /cannot be shown right now/;
const frameStands = () => expect(screen.getByRole('navigation', { name: 'Main' })).toBeInTheDocument();
const retry = () => screen.getByRole('button', { name: 'Retry' });
const at = { path: '/dashboard', person: anAffiliate() };

it('loads the asked-for remote only', async () => {
  const { asked } = renderShell(at);
  expect(await screen.findByText('The dashboard')).toBeInTheDocument();
  expect(asked).toEqual(['affiliate']);
});

it('survives a remote that is down, and Retry tries again', async () => {
  let up = false;
  const fetchRemote = jest.fn(async () => {
    if (!up) throw new Error('404');
    return affiliateModule;
  });
  const { user, container } = renderShell({ ...at, fetchRemote });
  expect(await screen.findByText(trouble)).toBeInTheDocument();
  frameStands();
  await expectAccessible(container);
  await user.click(retry());
  expect(await screen.findByText(trouble)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeInTheDocument();
  up = true;
  await user.click(retry());
  expect(await screen.findByText('The dashboard')).toBeInTheDocument();
  expect(fetchRemote).toHaveBeenCalledTimes(3);
});

it('says of a remote that does not come offline that nothing does', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  renderShell({ ...at, fetchRemote: () => Promise.reject(new Error('offline')) });
  expect(await screen.findByText(/^The site cannot be reached/)).toBeInTheDocument();
  jest.restoreAllMocks();
});

it('survives a remote that lacks its export', async () => {
  renderShell({ ...at, fetchRemote: async () => ({ somethingElse: true }) });
  expect(await screen.findByText(trouble)).toBeInTheDocument();
  frameStands();
});

it('says not found for a screen that the remote does not have', async () => {
  renderShell({ ...at, path: '/promo-tools' });
  expect(await screen.findByText('Page not found')).toBeInTheDocument();
});

it('survives a remote that hangs, and offers to reload the page', async () => {
  jest.useFakeTimers();
  renderShell({ ...at, fetchRemote: never });
  await act(() => jest.advanceTimersByTimeAsync(SILENCE_MS + 100));
  expect(screen.getByText(trouble)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeInTheDocument();
  frameStands();
  jest.useRealTimers();
});

it('shows a screen whose code is late as soon as it arrives', async () => {
  jest.useFakeTimers();
  let arrive = (_: () => ReactNode) => {};
  const load = () => new Promise<() => ReactNode>((resolve) => (arrive = resolve));
  renderShell({
    ...at,
    fetchRemote: async () => ({ remote: partOfRemote({ '/dashboard': load }) }),
  });
  // The start waits for the code a moment, and then the screen does.
  await act(() => jest.advanceTimersByTimeAsync(300));
  await act(() => jest.advanceTimersByTimeAsync(SILENCE_MS + 100));
  expect(screen.getByText(trouble)).toBeInTheDocument();
  await act(async () => arrive(() => <h1>At last</h1>));
  expect(screen.getByText('At last')).toBeInTheDocument();
  jest.useRealTimers();
});

it("survives a screen's code that does not come, and Retry loads it again", async () => {
  // Asked for with its remote, and again by the screen.
  const load = jest
    .fn()
    .mockRejectedValueOnce(new Error('chunk'))
    .mockRejectedValueOnce(new Error('chunk'))
    .mockResolvedValue(() => <h1>At last</h1>);
  const { user } = renderShell({
    ...at,
    fetchRemote: async () => ({ remote: partOfRemote({ '/dashboard': load }) }),
  });
  expect(await screen.findByText(trouble)).toBeInTheDocument();
  await user.click(retry());
  expect(await screen.findByText('At last')).toBeInTheDocument();
});

it("survives a screen of the shell's own whose code does not come, and Retry loads it again", async () => {
  jest.doMock('../help/help-screen', () => {
    throw new Error('chunk');
  });
  const { user } = renderShell({ ...at, path: '/help' });
  expect(await screen.findByText(trouble)).toBeInTheDocument();
  frameStands();
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeInTheDocument();
  jest.dontMock('../help/help-screen');
  await user.click(retry());
  expect(await screen.findByRole('heading', { name: 'How you are paid' })).toBeInTheDocument();
});

const fragility = { broken: true };

function Fragile() {
  if (fragility.broken) throw new Error('broken');
  return <h1>Mended</h1>;
}

it('survives a screen that throws while rendering, and Retry renders it again', async () => {
  const quiet = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  fragility.broken = true;
  const { user } = renderShell({
    ...at,
    fetchRemote: async () => ({ remote: partOfRemote({ '/dashboard': async () => Fragile }) }),
  });
  expect(await screen.findByText(trouble)).toBeInTheDocument();
  frameStands();
  fragility.broken = false;
  await user.click(retry());
  expect(await screen.findByText('Mended')).toBeInTheDocument();
  quiet.mockRestore();
});

it('leaves a broken screen behind when another is asked for', async () => {
  const quiet = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  fragility.broken = true;
  const { user } = renderShell({
    ...at,
    fetchRemote: async () => ({
      remote: partOfRemote({
        '/dashboard': async () => Fragile,
        '/statistics': async () => () => <h1>Whole</h1>,
      }),
    }),
  });
  await screen.findByText(trouble);
  await user.click(screen.getByRole('link', { name: 'My Stats' }));
  expect(await screen.findByText('Whole')).toBeInTheDocument();
  quiet.mockRestore();
});
