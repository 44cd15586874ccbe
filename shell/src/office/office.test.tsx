/* One screen of the office: the tests share the dashboard's answer and those who may see parts of it. */
import type { OfficeDashboard, Permission } from '@partnerdesk/contracts';
import { anAdmin, expectAccessible, FakeEventSource, failure, never } from '@partnerdesk/web/testing';
import { act, cleanup, screen, within } from '@testing-library/react';
import { renderShell } from '../testing';

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

const WELL: OfficeDashboard['health'] = {
  workerAlive: true,
  lastEventsAt: '2026-11-21T17:05:00Z',
  waitingEvents: null,
  queues: [{ name: 'mail', waiting: 1234, active: 1, delayed: 0, failed: 0, paused: false }],
  failedWork: [],
};

const NONE = { count: 0, oldest: null };
const ALL: OfficeDashboard = {
  waiting: {
    photoIds: { count: 3, oldest: hoursAgo(3) },
    profilePics: NONE,
    galleryPics: { count: 1200, oldest: hoursAgo(50) },
    memberPics: NONE,
    profiles: NONE,
    // Just now, also when the test runs a minute after its file was loaded.
    staff: { count: 5, oldest: hoursAgo(-0.1) },
  },
  ownDecisions: {
    today: 12,
    latest: [
      {
        decisionID: 'b',
        kind: 'image',
        type: 3,
        id: 9,
        from: 0,
        to: 3,
        at: '2026-11-21T17:04:00Z',
        items: 1,
      },
      {
        decisionID: 'a',
        kind: 'image',
        type: 1,
        id: 7,
        from: 0,
        to: 2,
        at: '2026-11-21T16:05:00Z',
        items: 5,
      },
    ],
  },
  approvals: { waiting: 2, amount: 1500.5, oldestAt: hoursAgo(5) },
  payrollDue: {
    affiliates: { dueDate: '2026-11-20', endDate: '2026-10-31', persons: 12, amount: 3456.7, overdue: true },
    operators: { dueDate: '2026-11-26', endDate: '2026-11-22', persons: 1, amount: 20, overdue: false },
  },
  figures: {
    today: { day: '2026-11-21', salesCount: 7, salesAmount: 70.5 },
    yesterday: { day: '2026-11-20', salesCount: 1000 },
    month: {
      startDate: '2026-11-01',
      endDate: '2026-11-21',
      statistics: { salesAmount: 1120, payoutAmount: 300 },
      days: [{ day: '2026-11-16', salesAmount: 1120 }],
    },
    monthBefore: {
      startDate: '2026-10-01',
      endDate: '2026-10-21',
      statistics: { salesAmount: 1000, payoutAmount: 200 },
      days: [],
    },
  },
  health: WELL,
};

const BY_DAY = {
  current: ALL.figures!.month,
  previous: ALL.figures!.monthBefore,
};
const BY_HOUR = {
  today: { day: '2026-11-21', soFar: { salesCount: 7 }, hours: [{ hour: 9, salesCount: 7 }] },
  yesterday: { day: '2026-11-20', soFar: { salesCount: 5 }, hours: [{ hour: 9, salesCount: 5 }] },
};

const open = (dashboard: () => unknown, permissions?: Permission[]) => {
  FakeEventSource.install();
  return renderShell({
    path: '/dashboard',
    person: anAdmin(permissions),
    api: {
      'GET /office-dashboard': dashboard,
      'GET /admin-get-statistics-by-day': () => BY_DAY,
      'GET /statistics-by-hour': () => BY_HOUR,
      'GET /moderation-queues': () => ({
        photoIds: 3,
        profilePics: 0,
        galleryPics: 1200,
        memberPics: 0,
        profiles: 0,
        staff: 5,
      }),
    },
  });
};
const withHealth = (health: Partial<typeof WELL>) => () => ({ ...ALL, health: { ...WELL, ...health } });

const needs = async () => {
  const heading = await screen.findByRole('heading', { name: 'Needs somebody' });
  return within(heading.closest('section') as HTMLElement);
};
const textsOf = (items: HTMLElement[]) => items.map(({ textContent }) => textContent);

it('lists what needs somebody: what is late first, then money, then queues by age; each leads to its list', async () => {
  const { container } = open(() => ALL);
  const list = await needs();
  expect(textsOf(list.getAllByRole('listitem'))).toEqual([
    'Affiliates payroll Overdue$3,456.70 to 12 people, pay by Nov 20, 2026Pay affiliates',
    expect.stringMatching(/^(Operators payroll|Payroll approvals)/),
    expect.stringMatching(/^(Operators payroll|Payroll approvals)/),
    'Gallery pictures 1,200, oldest 2 dStart reviewing',
    'Photo ids 3, oldest 3 h',
    'Staff applications 5, oldest under 1 min',
  ]);
  expect(list.getByText('2 requests, $1,500.50, oldest 5 h')).toBeInTheDocument();
  expect(list.getByText(/^Nothing waits in:/)).toHaveTextContent(
    'Nothing waits in: Profile pictures, Member pictures, Profiles',
  );
  for (const item of list.getAllByRole('listitem'))
    expect(within(item).getAllByRole('link').length).toBeGreaterThan(0);
  expect(list.getByRole('link', { name: 'Payroll approvals' })).toHaveAttribute('href', '/payroll-approvals');
  await expectAccessible(container);
});

it('has executed payments that are in no pay file among the money that waits', async () => {
  const unfiled = [{ payrollType: 2, endDate: '2026-11-15', payments: 3, amount: 45.5 }] as const;
  open(() => ({ ...ALL, unfiled }));
  const list = await needs();
  const link = list.getByRole('link', { name: 'Operators payroll through Nov 15, 2026: in no pay file' });
  expect(link).toHaveAttribute('href', '/payroll/operators/2026-11-15');
  expect(link.closest('li')).toHaveTextContent('$45.50 in 3 executed payments');
});

it('starts a moderator with the queue that waits longest, and shows what they decided', async () => {
  const { waiting, ownDecisions, health } = ALL;
  const { container } = open(() => ({ waiting, ownDecisions, health }), ['moderation']);
  const start = await screen.findByRole('link', { name: 'Start reviewing' });
  expect(start).toHaveAttribute('href', '/gallery-images');
  expect(start).toHaveClass('btn-primary');
  const decisions = screen.getByRole('heading', { name: 'Your decisions' }).closest('section') as HTMLElement;
  expect(decisions).toHaveTextContent('12 today');
  expect(
    within(decisions)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    'Photo 9 hiddengallery picture, Nov 21, 2026, 12:04 PM',
    '5 pictures rejectedphoto id, Nov 21, 2026, 11:05 AM',
  ]);
  await expectAccessible(container);
});

it('shows a moderator who has decided nothing where to start; an administrator with payrolls nothing of it', async () => {
  const { waiting, health } = ALL;
  const ownDecisions = { today: 0, latest: [] };
  open(() => ({ waiting, ownDecisions, health }), ['moderation']);
  const panel = (await screen.findByRole('heading', { name: 'Your decisions' })).closest(
    'section',
  ) as HTMLElement;
  expect(panel).toHaveTextContent(
    'None yet. What you approve and reject is listed here. Start with the gallery pictures, which wait longest.',
  );
  expect(within(panel).getByRole('link', { name: 'the gallery pictures' })).toHaveAttribute(
    'href',
    '/gallery-images?open=next',
  );
  await expectAccessible(panel);
  cleanup();
  const queues = Object.keys(waiting ?? {}).map((queue) => [queue, NONE]);
  open(() => ({ waiting: Object.fromEntries(queues), ownDecisions, health }), ['moderation']);
  expect(await screen.findByText(/Nothing waits at the moment/)).toBeInTheDocument();
  cleanup();
  open(() => ({ ...ALL, ownDecisions }));
  await screen.findByText('Today so far');
  expect(screen.queryByText('Your decisions')).not.toBeInTheDocument();
});

it('leaves the primary button to a payroll that is due', async () => {
  open(() => ALL);
  expect(await screen.findByRole('link', { name: 'Start reviewing' })).not.toHaveClass('btn-primary');
});

it('asks to replace a password that would be refused today', async () => {
  renderShell({
    path: '/dashboard',
    person: { ...anAdmin([]), passwordWeak: true },
    api: { 'GET /office-dashboard': () => ({ ...ALL, payrollDue: undefined, figures: undefined }) },
  });
  expect(await screen.findByText(/Your password is short or easy to guess/)).toBeInTheDocument();
  const link = screen.getByRole('link', { name: 'Set a new one by email' });
  expect(link).toHaveAttribute('href', '/restore-password');
});

it('has a button for each payroll that is due; the one due first is primary', async () => {
  open(() => ALL);
  const affiliates = await screen.findByRole('link', { name: 'Pay affiliates' });
  expect(affiliates).toHaveAttribute('href', '/payroll/affiliates/2026-10-31');
  expect(affiliates).toHaveClass('btn-primary');
  const operators = screen.getByRole('link', { name: 'Pay operators' });
  expect(operators).not.toHaveClass('btn-primary');
  expect(operators.closest('li')).toHaveTextContent('$20.00 to 1 person, pay by Nov 26, 2026');
});

const row = async (name: string) =>
  (await screen.findByRole('rowheader', { name })).closest('tr') as HTMLElement;

it('shows today beside yesterday at the same time, and the month beside the last; each figure leads to its days', async () => {
  open(() => ALL);
  expect(await row('Sales')).toHaveTextContent('Sales7, Sales, today');
  expect(
    await within(await row('Sales')).findByRole('link', { name: /^5 ?, .*yesterday by now$/ }),
  ).toHaveAttribute('href', '/site-stats?startDate=2026-11-20&endDate=2026-11-20');
  const amount = await row('Sales amount');
  expect(within(amount).getByText(/12% more/)).toHaveClass('pd-change-good');
  expect(within(amount).getByRole('link', { name: /^\$1,120\.00/ })).toHaveAttribute(
    'href',
    '/site-stats?startDate=2026-11-01&endDate=2026-11-21',
  );
  // A payout is a cost: that it grows is neither good nor bad.
  expect(within(await row('Payout amount')).getByText(/50% more/)).toHaveClass('pd-change-same');
});

it('draws one figure of a period, of today by the hour, and takes the period along to the statistics', async () => {
  const { user, container } = open(() => ALL);
  const figures = within(await screen.findByRole('group', { name: 'Figure' }));
  await user.click(figures.getByRole('button', { name: /^Sales amount/ }));
  expect(screen.getByRole('img', { name: /^Sales amount by day, Nov 1, 2026/ })).toBeInTheDocument();
  expect(screen.getByText('Compared with Oct 1, 2026 – Oct 21, 2026')).toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText('Period'), 'Today');
  await screen.findByText('Compared with Nov 20, 2026 by now');
  expect(screen.getByRole('img', { name: /^Sales by hour, 12 AM to 11 PM/ })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'All figures' })).toHaveAttribute(
    'href',
    '/site-stats?period=1&startDate=2026-11-21&endDate=2026-11-21',
  );
  await expectAccessible(container);
});

it('shows nothing of problems while there are none', async () => {
  open(() => ALL);
  expect((await screen.findByText(/^Events last came in/)).textContent).toBe(
    'Events last came in Nov 21, 2026, 12:05 PM, Eastern Time',
  );
  expect(screen.getByText('Nov 21, 2026, 12:05 PM')).toHaveAttribute(
    'title',
    'Eastern Time (America/New_York)',
  );
  expect(screen.getByText('Times are in Eastern Time (America/New_York).')).toBeInTheDocument();
  expect(document.querySelector('.sh-need-bad:not(:first-child)')).not.toBeInTheDocument();
});

it('names each problem with its count and the way to it', async () => {
  const { container } = open(() => ({
    ...withHealth({
      workerAlive: false,
      queues: [{ ...WELL.queues[0]!, paused: true }],
      waitingEvents: {
        count: 1200,
        more: false,
        oldestSince: hoursAgo(26),
        keys: [
          { key: 'member:12', count: 1100 },
          { key: 'staff:3', count: 100 },
        ],
      },
      failedWork: [
        {
          kind: 'mails',
          count: 1000,
          more: true,
          oldestAt: hoursAgo(2),
          reasons: [{ reason: 'It broke', count: 900 }],
        },
        { kind: 'waiting-events', count: 4, more: false, oldestAt: hoursAgo(26), reasons: [] },
      ],
    })(),
    reveals: [{ emailAddress: 'kim@example.com', lastHour: 3, lastDay: 1200 }],
  }));
  const panel = await needs();
  expect(textsOf(panel.getAllByRole('listitem')).slice(0, 6)).toEqual([
    'The worker is not running 1,234 jobs wait',
    'The queue mail is paused 1,234 jobs wait',
    expect.stringMatching(/^Affiliates payroll Overdue/),
    'Waiting events: 1,200 oldest 1 d; they wait for member 12 (1,100), staff 3 (100)',
    'Emails: more than 1,000 It broke',
    'Numbers shown in full: 1,200 to kim@example.com in the last day, 3 of them in the last hour',
  ]);
  const links = panel.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links.filter((href) => /failed-work|audit-log/.test(href ?? ''))).toEqual([
    '/failed-work?kind=waiting-events',
    '/failed-work?kind=mails',
    '/audit-log?actor=kim%40example.com',
  ]);
  await expectAccessible(container);
});

it('leads to waiting events only those who may see them', async () => {
  const waitingEvents = { count: 2, more: false, oldestSince: hoursAgo(1), keys: [] };
  open(() => ({ health: { ...WELL, waitingEvents } }), ['moderation']);
  await screen.findByText('Waiting events: 2');
  expect(screen.queryByRole('link', { name: /Waiting events/ })).not.toBeInTheDocument();
});

it('shows only what the server sends', async () => {
  open(() => ({ health: { ...WELL, queues: [], lastEventsAt: null } }));
  expect(await screen.findByText('No events have come in yet')).toBeInTheDocument();
  for (const part of [/^Photo ids/, /payroll$/, 'Today so far'])
    expect(screen.queryByText(part)).not.toBeInTheDocument();
  expect(FakeEventSource.made).toEqual([]);
});

it('holds the layout of the permissions while it loads, and nothing of it is read aloud', async () => {
  open(never, ['payroll']);
  const due = await screen.findByText('Affiliates payroll');
  expect(due.closest('[aria-hidden="true"]')).toHaveAttribute('inert');
  expect(screen.queryByText('Today so far')).not.toBeInTheDocument();
  expect(screen.getByText('Loading…')).toHaveAttribute('role', 'status');
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
  expect(await row('Sales')).toHaveTextContent('Sales7');
  salesCount = 8;
  act(() => FakeEventSource.made[0]!.send('changed', { days: ['2026-11-21'] }));
  expect(await within(await row('Sales')).findByText('8')).toBeInTheDocument();
});
