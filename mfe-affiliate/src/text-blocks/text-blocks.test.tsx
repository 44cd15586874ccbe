import { anAffiliate, expectAccessible, failure, renderApp } from '@partnerdesk/web/testing';
import { fireEvent, screen } from '@testing-library/react';
import { HomeScreen } from '../home/home-screen';
import { FaqScreen, TermsScreen } from './text-screens';

const blocks = {
  'GET /local/home_top': () => '<h2>The top</h2>',
  'GET /local/home_bottom': () =>
    '<p>The bottom, <a href="/faq#paid">paid when?</a> <a href="/partner/x">ad</a></p>',
  'GET /local/aff_faq': () => '<p>For visitors</p>',
  'GET /local/faq_loggedin': () => '<p>For affiliates</p>',
};

it('shows the texts of the home page, and visitors the image that leads to the registration', async () => {
  const { container } = renderApp(<HomeScreen />, { api: blocks });
  expect(await screen.findByRole('heading', { name: 'The top' })).toBeInTheDocument();
  expect(await screen.findByText(/The bottom/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register');
  await expectAccessible(container);
});

it('shows what a visitor’s own numbers earn at the server’s commission, and the days on which it is paid', async () => {
  const program = {
    commission: 25,
    minimumPayout: 60,
    payoutHoldDays: 0,
    endDate: '2026-11-30',
    dueDate: '2026-12-20',
  };
  const { container } = renderApp(<HomeScreen />, { api: blocks, configuration: { program } });
  const slide = (name: string, value: number) =>
    fireEvent.change(screen.getByRole('slider', { name }), { target: { value } });
  await screen.findByText(/The bottom/);
  slide('Visitors a month', 1000);
  slide('Purchases per 100 visitors', 1.5);
  slide('Average purchase', 20);
  const result = screen.getByText('You would earn').parentElement as HTMLElement;
  expect(result).toHaveAttribute('role', 'status');
  expect(result).toHaveTextContent('$75.00a month: 25% of $300.00 in sales to 1,000 visitors');
  expect(result).not.toHaveTextContent('carries over');
  slide('Average purchase', 15);
  expect(result).toHaveTextContent('$56.25');
  expect(result).toHaveTextContent('less than $60.00 carries over');
  const paydays = screen.getByRole('region', { name: /first payment/ });
  expect(paydays).toHaveTextContent('Until Nov 30, 2026');
  expect(paydays).toHaveTextContent('By Dec 20, 2026');
  await expectAccessible(container);
});

it('shows visitors the questions of the FAQ, each opening its answer', async () => {
  const faq = '<h2>What does it cost?</h2><p>Nothing.</p><h2>When?</h2><p>Soon.</p><p>Or later.</p>';
  const { user } = renderApp(<HomeScreen />, { api: { ...blocks, 'GET /local/aff_faq': () => faq } });
  await user.click(await screen.findByText('When?'));
  expect(screen.getByText('Soon.').closest('details')).toHaveProperty('open', true);
  expect(screen.getByText('Or later.').closest('details')).toHaveProperty('open', true);
  expect(screen.getByText('Nothing.').closest('details')).toHaveProperty('open', false);
});

it('shows no questions when the FAQ has no headings', async () => {
  renderApp(<HomeScreen />, { api: blocks });
  await screen.findByText(/The bottom/);
  expect(screen.queryByRole('heading', { name: 'Questions' })).not.toBeInTheDocument();
});

it('shows no registration to who is signed in', async () => {
  renderApp(<HomeScreen />, { api: blocks, person: anAffiliate() });
  await screen.findByText('The top');
  expect(screen.queryByRole('link', { name: 'Register' })).not.toBeInTheDocument();
});

it('follows links of a text to screens without leaving the app, and others as links do', async () => {
  const { user, place } = renderApp(<HomeScreen />, { api: blocks });
  await user.click(await screen.findByText('paid when?'));
  expect(place.path).toBe('/faq');
  const followed = jest.fn((event: Event) => event.preventDefault());
  window.addEventListener('click', followed);
  await user.click(screen.getByText('ad'));
  expect(followed).toHaveBeenCalledTimes(1);
  expect(place.path).toBe('/faq');
  window.removeEventListener('click', followed);
});

it('has one FAQ for visitors, another for affiliates', async () => {
  const { unmount } = renderApp(<FaqScreen />, { api: blocks });
  expect(await screen.findByText('For visitors')).toBeInTheDocument();
  unmount();
  renderApp(<FaqScreen />, { api: blocks, person: anAffiliate() });
  expect(await screen.findByText('For affiliates')).toBeInTheDocument();
});

it('has the terms that a new affiliate agrees to', async () => {
  const { container } = renderApp(<TermsScreen />, { api: { 'GET /local/terms': () => '<p>Be fair</p>' } });
  expect(screen.getByRole('heading', { name: 'Terms' })).toBeInTheDocument();
  expect(await screen.findByText('Be fair')).toBeInTheDocument();
  await expectAccessible(container);
});

it('says when a text could not be loaded, and Retry loads it', async () => {
  const answers = [failure(500), '<p>There it is</p>'];
  const { user } = renderApp(<FaqScreen />, { api: { 'GET /local/aff_faq': () => answers.shift() } });
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('There it is')).toBeInTheDocument();
});
