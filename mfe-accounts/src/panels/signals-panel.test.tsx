import type { FraudSignalRow } from '@partnerdesk/contracts';
import { anAdmin, expectAccessible, failure, renderApp } from '@partnerdesk/web/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { SignalsPanel } from './signals-panel';

const AT = '2026-11-20T15:00:00.000Z';
const OPEN: FraudSignalRow = {
  id: '7:click-burst:1',
  rule: 'click-burst',
  foundAt: AT,
  lastAt: AT,
  reason: '240 clicks came from one network',
};
const REVIEWED: FraudSignalRow = {
  id: '7:shared-account:2',
  rule: 'shared-account',
  foundAt: AT,
  lastAt: AT,
  reason: 'The same PayPal ID as affiliate 9',
  review: { at: AT, by: 'olga@example.com', note: 'Two brothers' },
};

const panel = (api = {}) =>
  renderApp(<SignalsPanel affID={7} />, {
    person: anAdmin(['accounts']),
    api: { 'GET /fraud-signals': () => [OPEN, REVIEWED], ...api },
  });

it('shows each signal with its reason; what was reviewed says by whom and why', async () => {
  const { container } = panel();
  expect(await screen.findByText(OPEN.reason)).toBeInTheDocument();
  expect(screen.getByText(/^olga@example\.com, .*: Two brothers$/)).toBeInTheDocument();
  expect(screen.getAllByRole('button')).toHaveLength(1);
  await expectAccessible(container);
});

it('a review asks for a note, by keyboard too, and is sent once', async () => {
  let answer: (row: FraudSignalRow) => void = () => undefined;
  const { calls, user } = panel({
    'POST /fraud-signals/review': () => new Promise((resolve) => (answer = resolve)),
  });
  const open = await screen.findByRole('button', { name: `Review: ${OPEN.reason}` });
  open.focus();
  await user.keyboard('{Enter}');
  const dialog = within(screen.getByRole('dialog', { name: 'Review signal' }));
  expect(dialog.getByText(OPEN.reason)).toBeInTheDocument();
  const note = dialog.getByLabelText('What did you find?');
  expect(note).toBeRequired();
  await user.type(note, 'A school');
  const mark = dialog.getByRole('button', { name: 'Mark as reviewed' });
  await user.click(mark);
  await waitFor(() => expect(mark).toHaveAttribute('aria-disabled', 'true'));
  await user.click(mark);
  answer({ ...OPEN, review: REVIEWED.review as NonNullable<FraudSignalRow['review']> });
  expect(await screen.findByText('The signal was marked as reviewed.')).toBeInTheDocument();
  const sent = calls.filter(({ route }) => route === 'POST /fraud-signals/review').map(({ body }) => body);
  expect(sent).toEqual([{ id: OPEN.id, note: 'A school' }]);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('Cancel leaves the signal as it is; what another person has reviewed meanwhile is said', async () => {
  const text = 'Somebody has reviewed this signal already';
  const { calls, user } = panel({
    'POST /fraud-signals/review': () => failure(409, 'conflict', undefined, text),
  });
  await user.click(await screen.findByRole('button', { name: /^Review/ }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(calls.filter(({ route }) => route.startsWith('POST'))).toEqual([]);
  await user.click(screen.getByRole('button', { name: /^Review/ }));
  await user.type(screen.getByLabelText('What did you find?'), 'x');
  await user.click(screen.getByRole('button', { name: 'Mark as reviewed' }));
  expect(await screen.findByText(text)).toBeInTheDocument();
});

it('a note that could not be sent is there to be sent again', async () => {
  const { user } = panel({ 'POST /fraud-signals/review': () => failure(503) });
  await user.click(await screen.findByRole('button', { name: /^Review/ }));
  await user.type(screen.getByLabelText('What did you find?'), 'Two brothers');
  await user.click(screen.getByRole('button', { name: 'Mark as reviewed' }));
  expect(await screen.findByText(/could not be reviewed/)).toBeInTheDocument();
  expect(screen.getByLabelText('What did you find?')).toHaveValue('Two brothers');
});

it('without signals it says so', async () => {
  panel({ 'GET /fraud-signals': () => [] });
  expect(await screen.findByText('Nothing to look at.')).toBeInTheDocument();
});
