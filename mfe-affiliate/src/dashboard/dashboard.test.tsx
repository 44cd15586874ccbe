import { anAffiliate, expectAccessible, failure, never, renderApp } from '@partnerdesk/web/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { DashboardScreen } from './dashboard-screen';

const FIGURES = { affID: 7, yesterday: 184.35, today: 0, month: 4210.5 };

const open = (facts = {}, answer: () => unknown = () => FIGURES) =>
  renderApp(<DashboardScreen />, { person: anAffiliate(facts), api: { 'GET /quick-statistics': answer } });

const figure = (label: string) => within(screen.getByText(label).parentElement as HTMLElement);

it('shows what was earned, for the signed-in affiliate', async () => {
  const { calls, container } = open();
  await screen.findByText('Yesterday');
  expect(figure('Yesterday').getByText('$184.35')).toBeInTheDocument();
  expect(figure('Today').getByText('$0.00')).toBeInTheDocument();
  expect(figure('Month to Date').getByText('$4,210.50')).toBeInTheDocument();
  expect(calls).toEqual([expect.objectContaining({ query: { affID: '7' } })]);
  await expectAccessible(container);
});

it('says that it is loading, and shows the rest meanwhile', async () => {
  open({}, never);
  expect(await screen.findByText('Loading…')).toBeInTheDocument();
  expect(screen.getByText('https://partners.example/partner/k3XrT9aQ')).toBeInTheDocument();
});

it('says when the figures could not be loaded, and Retry loads them', async () => {
  const answers = [failure(500), FIGURES];
  const { user } = open({}, () => answers.shift());
  expect(await screen.findByText('Error occured. Please try again later')).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('$184.35')).toBeInTheDocument();
});

it('copies the advertising link', async () => {
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Copy advertising link' }));
  await waitFor(async () =>
    expect(await navigator.clipboard.readText()).toBe('https://partners.example/partner/k3XrT9aQ'),
  );
  expect(await screen.findByText('Copied')).toBeInTheDocument();
});

it('links to stats and promo tools', () => {
  open();
  expect(screen.getByRole('link', { name: /My Stats/ })).toHaveAttribute('href', '/statistics');
  expect(screen.getByRole('link', { name: /Promo Tools/ })).toHaveAttribute('href', '/promo-tools');
});

it.each([
  [0, false, true],
  [0, true, false],
  [1, false, false],
  [1, true, false],
])(
  'accountStatus %i, paymentInfoSet %s: prompt for payment information %s',
  (accountStatus, paymentInfoSet, shown) => {
    open({ accountStatus, paymentInfoSet });
    const prompt = screen.queryByRole('link', { name: 'Fill in Payment Information' });
    if (shown) expect(prompt).toHaveAttribute('href', '/account');
    else expect(prompt).not.toBeInTheDocument();
  },
);
