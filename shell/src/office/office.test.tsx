import type { OfficeDashboard } from '@partnerdesk/contracts';
import { anAdmin, expectAccessible, FakeEventSource, failure } from '@partnerdesk/web/testing';
import { act, screen, within } from '@testing-library/react';
import { renderShell } from '../testing/render-shell';

const HEALTH: OfficeDashboard['health'] = {
  workerAlive: true,
  lastEventsAt: '2026-11-21T17:05:00Z',
  waitingEvents: {
    count: 1200,
    more: false,
    oldestSince: '2026-11-20T17:05:00Z',
    keys: [
      { key: 'member:12', count: 1100 },
      { key: 'staff:3', count: 100 },
    ],
  },
  queues: [{ name: 'mail', waiting: 1234, active: 1, delayed: 0, failed: 1, paused: false }],
  failedWork: [
    {
      kind: 'mails',
      count: 1000,
      more: true,
      oldestAt: '2026-11-21T16:00:00Z',
      reasons: [{ reason: 'It broke', count: 900 }],
    },
  ],
};

const ALL: OfficeDashboard = {
  waiting: { photoIds: 3, profilePics: 0, galleryPics: 1200, memberPics: 2, profiles: 4, staff: 5 },
  payrollDue: {
    affiliates: { dueDate: '2026-11-20', endDate: '2026-10-31', persons: 12, amount: 3456.7, overdue: true },
    operators: { dueDate: '2026-11-26', endDate: '2026-11-22', persons: 1, amount: 20, overdue: false },
  },
  figures: {
    today: { day: '2026-11-21', salesCount: 7, salesAmount: 70.5 },
    yesterday: { day: '2026-11-20', salesCount: 1000 },
  },
  health: HEALTH,
};

const open = (dashboard: () => unknown, api = {}) => {
  FakeEventSource.install();
  return renderShell({
    path: '/dashboard',
    person: anAdmin(),
    api: { 'GET /office-dashboard': dashboard, 'GET /moderation-queues': () => ALL.waiting, ...api },
  });
};

it('says how many events wait, since when, and for what', async () => {
  open(() => ALL);
  const waiting = await screen.findByText('Waiting events');
  expect(waiting.nextElementSibling).toHaveTextContent(
    '1,200, the oldest since Nov 20, 2026, 12:05 PM; they wait for member 12 (1,100), staff 3 (100)',
  );
});

it('shows what waits, what is due, today beside yesterday, and the system', async () => {
  const { container } = open(() => ALL);
  const galleries = await screen.findByRole('link', { name: /Gallery pictures\s*1,200/ });
  expect(galleries).toHaveAttribute('href', '/gallery-images');
  expect(screen.getByRole('link', { name: /Staff applications\s*5/ })).toHaveAttribute(
    'href',
    '/approve-staff',
  );
  const due = screen.getByRole('table', { name: 'Payroll due' });
  expect(
    within(due)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual([
    'PayrollPersonsAmount',
    'Affiliatespay by Nov 20, 2026 overdue12$3,456.70',
    'Operatorspay by Nov 26, 20261$20.00',
  ]);
  const figures = screen.getByRole('table', { name: 'Figures of today and yesterday' });
  expect(within(figures).getByRole('row', { name: 'Sales 7 1,000' })).toBeInTheDocument();
  expect(within(figures).getByRole('row', { name: 'Sales amount $70.50 $0.00' })).toBeInTheDocument();
  expect(screen.getByText('Nov 21, 2026, 12:05 PM')).toBeInTheDocument();
  expect(screen.getByRole('row', { name: 'mail 1,234 1 0 1' })).toBeInTheDocument();
  await expectAccessible(container);
});

it('shows only what the server sends', async () => {
  open(() => ({ health: { ...HEALTH, queues: [], failedWork: [], workerAlive: false, lastEventsAt: null } }));
  expect(await screen.findByText('not heard from')).toBeInTheDocument();
  expect(screen.getByText('never')).toBeInTheDocument();
  expect(screen.queryByText('Payroll due')).not.toBeInTheDocument();
  expect(screen.queryByText('Today so far')).not.toBeInTheDocument();
  expect(screen.queryByText(/Waiting for moderation/)).not.toBeInTheDocument();
  expect(FakeEventSource.made).toEqual([]);
});

it('leads to failed work, with its count and most frequent reason', async () => {
  open(() => ALL);
  const link = await screen.findByRole('link', { name: 'Mails: more than 1,000' });
  expect(link).toHaveAttribute('href', '/failed-work?kind=mails');
  expect(link.parentElement).toHaveTextContent('It broke');
});

it('says that it could not be loaded, and Retry loads it', async () => {
  const answers: unknown[] = [failure(503), ALL];
  const { user } = open(() => answers.shift());
  expect(await screen.findByText('The dashboard could not be loaded.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Today so far')).toBeInTheDocument();
});

it('follows the figures of today', async () => {
  let salesCount = 7;
  open(() => ({ ...ALL, figures: { ...ALL.figures, today: { day: '2026-11-21', salesCount } } }));
  await screen.findByText('Today so far');
  salesCount = 8;
  act(() => FakeEventSource.made[0]!.send('changed', { days: ['2026-11-21'] }));
  expect(await screen.findByRole('row', { name: 'Sales 8 1,000' })).toBeInTheDocument();
});

it('names who has looked at numbers in full lately', async () => {
  open(() => ({ ...ALL, reveals: [{ emailAddress: 'kim@example.com', lastHour: 3, lastDay: 1200 }] }));
  const table = await screen.findByRole('table', { name: 'Numbers shown in full' });
  expect(within(table).getByRole('row', { name: 'kim@example.com 3 1,200' })).toBeInTheDocument();
});
