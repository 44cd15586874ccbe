/* One page from its balances to the bank’s answers: the tests share the server that it follows. */

import { expectAccessible, failure } from '@partnerdesk/web/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aPreview, aRun } from '../payroll/testing';
import {
  aFile,
  anEvent,
  anExecuted,
  anOverview,
  aPulse,
  aSentFile,
  openPage,
  PAGE_API,
  ROWS,
  sum,
} from './testing';

const head = () => screen.getByRole('region', { name: 'State of the payroll' });
const next = (name: string | RegExp) => within(head()).getByRole('button', { name });
const shows = (text: string | RegExp) => waitFor(() => expect(head()).toHaveTextContent(text));
const bodiesOf = ({ calls }: ReturnType<typeof openPage>, wanted: string) =>
  calls.filter(({ route }) => route === wanted).map(({ body }) => body);
const answers = (overview: object) => ({ 'GET /payroll-overview': () => overview });

it('has everything ready selected, and sets apart what needs a look, with the reason', async () => {
  const { container } = openPage(
    answers(
      anOverview({
        owed: { people: 1, amount: -12.5, largest: [{ affID: 9, affName: 'Otto', amount: -12.5 }] },
      }),
    ),
  );
  await shows(/Ready.*Pay by Nov 20, 2026.*\$30\.00 2 people selected/);
  const look = screen.getByRole('table', { name: 'Needs a look' });
  expect(within(look).getByRole('row', { name: /Ann Number 4/ })).toHaveTextContent('Payment type unknown');
  expect(within(look).getByRole('row', { name: /Ann Number 5/ })).toHaveTextContent(
    /Account changed .*, held/,
  );
  for (const box of within(look).getAllByRole('checkbox')) expect(box).not.toBeChecked();
  const ready = screen.getByRole('table', { name: 'Ready' });
  for (const box of within(ready).getAllByRole('checkbox')) expect(box).toBeChecked();
  expect(screen.getByText(/1 person below zero, −\$12\.50: carried over/)).toBeInTheDocument();
  expect(within(head()).getAllByRole('button')).toHaveLength(1);
  await expectAccessible(container);
});

it('says what the page of the payroll before shows as open, too', async () => {
  openPage(answers(anOverview({ earlier: sum(2, 60) })));
  const link = await screen.findByRole('link', { name: 'the payroll before' });
  expect(link).toHaveAttribute('href', '/payroll/affiliates/2026-09-30');
  expect(link.closest('p')).toHaveTextContent(
    'What is open through Sep 30, 2026, $60.00, also stands on the page of the payroll before.',
  );
});

it.each([
  ['an unknown payment type', { paymentType: 0 }],
  ['an account that changed', { accountChangedAt: '2026-10-30T10:00:00Z' }],
  ['a held account', { accountHeld: true }],
  ['a shared account', { accountShared: true }],
  ['a last payment that came back', { accountReturned: true }],
  ['a fraud signal', { openSignals: 1 }],
  ['nothing above zero', { payoutAmount: -1 }],
])('does not select a row with %s', async (_what, flag) => {
  openPage({ 'GET /payroll-runs/g1/rows': () => [ROWS[0], { ...ROWS[1], ...flag }] });
  await shows('$10.00 1 person selected');
});

it('executes what is selected and has the files made, once confirmed, once for a double click', async () => {
  const app = openPage({ 'POST /payroll-preview': () => aPreview({ unknown: 0 }) });
  await shows('$30.00');
  await app.user.click(next('Execute and make the files'));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBeInTheDocument();
  await within(dialog).findByText('$30.00');
  await app.user.dblClick(within(dialog).getByRole('button', { name: 'Execute and make the files' }));
  await waitFor(() =>
    expect(bodiesOf(app, 'POST /execute-payroll')).toEqual([{ run: 'g1', except: [4, 5], makeFiles: true }]),
  );
  expect(await screen.findByText('Payroll was executed successfully')).toBeInTheDocument();
});

it('an execution that cannot be followed for a moment goes on: how it ended is said once it has', async () => {
  let answer: () => unknown = () => aRun('x1', 'execute', { state: 'active', rows: 0 });
  const app = openPage({
    'POST /payroll-preview': () => aPreview({ unknown: 0 }),
    'GET /payroll-runs/x1': () => answer(),
  });
  await shows('$30.00');
  await app.user.click(next('Execute and make the files'));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('$30.00');
  await app.user.click(within(dialog).getByRole('button', { name: 'Execute and make the files' }));
  await shows(/^Executing/);
  let failed = 0;
  answer = () => {
    failed += 1;
    return failure(503, 'unavailable');
  };
  await waitFor(() => expect(failed).toBeGreaterThan(1));
  expect(screen.queryByText('Payroll was executed successfully')).toBeNull();
  answer = () => aRun('x1', 'execute', { rows: 2, outcomes: { executed: 1, changed: 1 } });
  expect(
    await screen.findByText('1 changed since they were reviewed and were not executed'),
  ).toBeInTheDocument();
});

it('what waits for a second person is not said to be executed', async () => {
  const { user } = openPage(
    {
      'POST /payroll-preview': () => aPreview({ unknown: 0 }),
      'GET /payroll-runs/x1': () => aRun('x1', 'request', { approvalID: 6 }),
    },
    { configuration: { payrollApproval: 'four-eyes' } },
  );
  await shows('$30.00');
  await user.click(next('Request approval'));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('$30.00');
  await user.click(within(dialog).getByRole('button', { name: 'Request approval' }));
  expect(await screen.findByText(/^Request 6 waits for a second person/)).toBeInTheDocument();
  expect(screen.queryByText('Payroll was executed successfully')).toBeNull();
});

it('names each row once somebody selects one that needs a look; a row can be left out', async () => {
  const app = openPage();
  await shows('$30.00');
  await app.user.click(screen.getByRole('checkbox', { name: 'Select Ann Number 2' }));
  await app.user.click(screen.getByRole('checkbox', { name: 'Select Ann Number 5' }));
  await shows('$60.00 2 people selected');
  await app.user.click(next('Execute and make the files'));
  await waitFor(() =>
    expect(bodiesOf(app, 'POST /payroll-preview').at(-1)).toEqual({
      rows: [
        { id: 3, fingerprint: 'f3' },
        { id: 5, fingerprint: 'f5' },
      ],
      makeFiles: true,
    }),
  );
});

it('with nobody selected there is nothing to execute', async () => {
  const app = openPage();
  await shows('$30.00');
  await app.user.click(within(screen.getByRole('table', { name: 'Ready' })).getByLabelText('Select all'));
  await shows('$0.00 0 people selected');
  await app.user.click(next('Execute and make the files'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('asks and executes by the keyboard alone', async () => {
  const app = openPage({ 'POST /payroll-preview': () => aPreview({ unknown: 0 }) });
  await shows('$30.00');
  next('Execute and make the files').focus();
  await app.user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('$30.00');
  await app.user.tab();
  if (document.activeElement?.textContent === 'Cancel') await app.user.tab();
  expect(document.activeElement).toHaveTextContent('Execute and make the files');
  await app.user.keyboard('{Enter}');
  await waitFor(() => expect(bodiesOf(app, 'POST /execute-payroll')).toHaveLength(1));
});

const running = aRun('x9', 'execute', { state: 'active', progress: { done: 20, total: 400 } });
const PAYPAL = { format: 'paypal' };
it.each([
  [
    'generating',
    {
      'GET /payroll-runs/g1': () =>
        aRun('g1', 'generate', { state: 'active', progress: { done: 1, total: 4 } }),
    },
    /Generating.*1 of 4/,
    undefined,
  ],
  ['executing', { 'GET /payroll-pulse': () => aPulse('v1', [running]) }, /Executing.*20 of 400/, undefined],
  [
    'making',
    answers(anExecuted({ files: [aFile(7, { state: 'making', parts: [] })] })),
    /Making the files/,
    undefined,
  ],
  [
    'made',
    answers(anExecuted({ files: [aFile(7), aFile(8, PAYPAL)] }, { filed: sum(4, 60) })),
    /Files made.*\$60\.00 4 people in pay files/,
    'Download 2 files',
  ],
  [
    'executed',
    answers(
      anExecuted(
        { unfiled: { nacha: sum(2, 30), paypal: sum(0, 0), unknown: sum(0, 0) } },
        { executed: sum(2, 30) },
      ),
    ),
    /Executed.*\$30\.00 2 people in no file yet/,
    'Make the files',
  ],
  [
    'waiting',
    answers(anOverview({}, { waiting: { ...sum(4, 100), approvalID: 6 } })),
    /Waits for approval.*\$100\.00/,
    'Open request 6',
  ],
  [
    'sent',
    answers(anExecuted({ files: [aSentFile(7)] }, { filed: sum(2, 30) })),
    /Files downloaded.*\$30\.00/,
    'Mark as paid',
  ],
  [
    'paid',
    answers(anExecuted({ files: [aSentFile(7, { leftOut: 2, paid: 2 })] }, { paid: sum(2, 30) })),
    /Paid.*\$30\.00 2 people paid/,
    undefined,
  ],
  ['returned', answers(anExecuted({}, { returned: sum(1, 10) })), /Came back/, undefined],
  ['nothing', answers(anExecuted({})), /Nothing to pay.*\$0\.00/, undefined],
  [
    'needs a look',
    { 'GET /payroll-runs/g1/rows': () => ROWS.slice(2) },
    /Needs a look.*\$100\.00/,
    'Look at 2 rows',
  ],
] as const)('%s has its state, its sum and its one next step', async (_name, api, text, step) => {
  openPage(api);
  await shows(text);
  const buttons = within(head())
    .queryAllByRole('button')
    .map(({ textContent }) => textContent);
  expect(buttons).toEqual(step ? [step] : []);
});

it('a period that goes on can be executed, but that is no primary step', async () => {
  openPage({}, { configuration: { today: '2026-10-30' } });
  await shows(/Open so far/);
  expect(next('Execute and make the files')).not.toHaveClass('btn-primary');
});

it('where two people pay, the step is a request', async () => {
  openPage({}, { configuration: { payrollApproval: 'four-eyes' } });
  await shows(/Ready/);
  expect(next('Request approval')).toBeInTheDocument();
});

it('makes the files that are missing by the day of the payroll, each kind that somebody waits for', async () => {
  const app = openPage({
    ...answers(
      anExecuted(
        { unfiled: { nacha: sum(2, 30), paypal: sum(1, 5), unknown: sum(0, 0) } },
        { executed: sum(3, 35) },
      ),
    ),
    'POST /pay-files': () => aFile(7, { state: 'making' }),
  });
  await shows('Executed');
  await app.user.click(next('Make the files'));
  await waitFor(() =>
    expect(bodiesOf(app, 'POST /pay-files')).toEqual(
      ['nacha', 'paypal'].map((format) => ({ payrollType: 1, format, endDate: '2026-10-31' })),
    ),
  );
});

it('downloads each file once for a double click, and asks nothing for a triple click', async () => {
  const downloaded: string[] = [];
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    downloaded.push(this.download);
  });
  try {
    let overview = anExecuted({ files: [aFile(7), aFile(8, PAYPAL)] }, { filed: sum(4, 60) });
    let version = 'v1';
    const app = openPage({
      'GET /payroll-overview': () => overview,
      'GET /payroll-pulse': () => aPulse(version),
      'GET /confirmation': () => true,
    });
    await shows('Files made');
    await app.user.dblClick(next('Download 2 files'));
    await waitFor(() => expect(downloaded).toHaveLength(2));
    overview = anExecuted({ files: [aSentFile(7), aSentFile(8, PAYPAL)] }, { filed: sum(4, 60) });
    version = 'v2';
    await waitFor(() => expect(head()).toHaveTextContent('Files downloaded'), { timeout: 5000 });
    expect(downloaded).toEqual(['nacha-7.ach', 'nacha-8.ach']);
    fireEvent.click(next('Mark as paid'), { detail: 3 });
    expect(screen.queryByRole('dialog')).toBeNull();
  } finally {
    click.mockRestore();
  }
});

it('marks every file that was sent, once confirmed', async () => {
  const app = openPage({
    ...answers(anExecuted({ files: [aSentFile(8, PAYPAL), aSentFile(7)] }, { filed: sum(4, 60) })),
    'POST /payment-marks': () => [],
  });
  await shows('Files downloaded');
  await app.user.click(next('Mark as paid'));
  expect(await screen.findByRole('dialog')).toHaveTextContent('PayPal file 8, NACHA file 7');
  await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Mark as paid' }));
  await waitFor(() =>
    expect(bodiesOf(app, 'POST /payment-marks')).toEqual([
      { payFileID: 8, state: 'paid' },
      { payFileID: 7, state: 'paid' },
    ]),
  );
});

it('what is marked is what was asked about: whole files, also with payments of another payroll, and none that came since', async () => {
  const before = [aSentFile(8, PAYPAL), aSentFile(7)];
  let overview = anExecuted({ files: before }, { filed: sum(3, 45) });
  let version = 'v1';
  const app = openPage({
    'GET /payroll-overview': () => overview,
    'GET /payroll-pulse': () => aPulse(version),
    'POST /payment-marks': () => [],
  });
  await shows('Files downloaded');
  await app.user.click(next('Mark as paid'));
  expect(await screen.findByRole('dialog')).toHaveTextContent('Payments4, $60.00Still open4');
  overview = anExecuted({ files: [aSentFile(9), ...before] }, { filed: sum(5, 75) });
  version = 'v2';
  await waitFor(() => expect(screen.getByRole('table', { name: 'Pay files' })).toHaveTextContent('file 9'), {
    timeout: 5000,
  });
  expect(screen.getByRole('dialog')).not.toHaveTextContent('file 9');
  await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Mark as paid' }));
  await waitFor(() => expect(bodiesOf(app, 'POST /payment-marks')).toHaveLength(2));
  expect(bodiesOf(app, 'POST /payment-marks')).toMatchObject([{ payFileID: 8 }, { payFileID: 7 }]);
});

it('shows who did what, what came back and why, and reads the bank’s results in place', async () => {
  const app = openPage(
    answers(
      anExecuted(
        {
          files: [aSentFile(7)],
          returned: [
            {
              payrollID: 3,
              affID: 2,
              affName: 'Ann',
              amount: 10,
              at: '2026-11-03T10:00:00Z',
              reason: 'Account closed',
            },
          ],
          course: [
            anEvent('returned', { payments: 1, amount: 10, reason: 'Account closed' }),
            anEvent('file-made', { format: 'nacha', payFileID: 7 }),
            anEvent('executed', { by: 'bob@example.com' }),
          ],
        },
        { filed: sum(1, 20), returned: sum(1, 10) },
      ),
    ),
  );
  const course = await screen.findByRole('list', { name: 'History of the payroll' });
  expect(
    within(course)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringContaining('Came back1 payment, $10.00, by clerk@example.com, Account closed'),
    expect.stringContaining('NACHA file made2 payments, $30.00'),
    expect.stringContaining('Executed2 payments, $30.00, by bob@example.com'),
  ]);
  expect(await screen.findByRole('table', { name: 'Came back' })).toHaveTextContent('Account closed');
  await app.user.click(screen.getByText('Read the bank’s or PayPal’s results'));
  expect(await screen.findByRole('form', { name: 'Payment results' })).toBeInTheDocument();
});

it('has one next step while the bank’s results are reviewed', async () => {
  const counts = { paid: 0, returned: 0, already: 0, notices: 0 };
  const preview = { format: 'nacha', digest: 'd1', results: [], notices: [], counts };
  const result = { ...preview, paidAmount: 0, returnedAmount: 0 };
  const app = openPage({
    ...answers(anExecuted({ files: [aSentFile(7)] }, { filed: sum(2, 30) })),
    'POST /payment-results': () => ({ id: 'j1' }),
    'GET /jobs/j1': () => ({ id: 'j1', state: 'completed', progress: { done: 2, total: 2 }, result }),
  });
  await shows('Files downloaded');
  expect(next('Mark as paid')).toHaveClass('btn-primary');
  await app.user.click(screen.getByText('Read the bank’s or PayPal’s results'));
  const file = new File(['101 line'], 'returns.ach', { type: 'text/plain' });
  // jsdom's files cannot be read.
  file.arrayBuffer = async () => new ArrayBuffer(8);
  await app.user.upload(await screen.findByLabelText('File'), file);
  await app.user.click(screen.getByRole('button', { name: 'Show results' }));
  await screen.findByRole('button', { name: 'Mark 0 payments' });
  await waitFor(() => expect(next('Mark as paid')).not.toHaveClass('btn-primary'));
  await app.user.click(screen.getByText('Read the bank’s or PayPal’s results'));
  await waitFor(() => expect(next('Mark as paid')).toHaveClass('btn-primary'));
});

it('lists other payrolls with their state, each with its page', async () => {
  const past = (endDate: string, more: object) => ({
    startDate: endDate,
    endDate,
    dueDate: endDate,
    executed: sum(0, 0),
    filed: sum(0, 0),
    paid: sum(2, 30),
    returned: sum(0, 0),
    ...more,
  });
  openPage({
    'GET /past-payrolls': () => [
      past('2026-10-31', {}),
      past('2026-09-30', { returned: sum(1, 0.1) }),
      past('2026-08-31', { executed: sum(1, 5) }),
    ],
  });
  const table = await screen.findByRole('table', { name: 'Other payrolls' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toHaveTextContent(/Payments settled 1 came back3\$30\.10/);
  expect(rows[1]).toHaveTextContent(/1 payment in no file/);
  expect(within(table).getByRole('link', { name: /Sep 30, 2026 to/ })).toHaveAttribute(
    'href',
    '/payroll/affiliates/2026-09-30',
  );
});

it('what somebody else executes has its payments, and the sum is said to be open no more', async () => {
  openPage({ 'GET /payroll-pulse': () => aPulse('v1', [running]) });
  await shows(/^Executing.*2 payments being executed.*Open\$100\.00 4 people.*20 of 400/);
  expect(head().querySelector('.pay-head-amount')).not.toHaveTextContent('$');
});

it('moves when somebody else does something: only then everything is read again', async () => {
  let version = 'v1';
  let overview = anOverview();
  const { calls } = openPage({
    'GET /payroll-pulse': () => aPulse(version),
    'GET /payroll-overview': () => overview,
  });
  await shows('Ready');
  const reads = () => calls.filter(({ route }) => route === 'GET /payroll-overview').length;
  const before = reads();
  overview = anExecuted({ files: [aFile(7)] }, { filed: sum(2, 30) });
  version = 'v2';
  await waitFor(() => expect(head()).toHaveTextContent('Files made'), { timeout: 5000 });
  expect(reads()).toBe(before + 1);
});

it('goes on with rows that were generated a moment ago and still add up', async () => {
  const run = aRun('g1', 'generate', { rows: 4, amount: 100, createdAt: new Date().toISOString() });
  const { calls } = openPage({ 'GET /payroll-runs': () => [run] });
  await shows('Ready');
  expect(calls.some(({ route }) => route === 'GET /generate-payroll')).toBe(false);
});

it('generates again when what is open adds up to something else', async () => {
  const run = aRun('g0', 'generate', { rows: 4, amount: 99, createdAt: new Date().toISOString() });
  const { calls } = openPage({ 'GET /payroll-runs': () => [run] });
  await shows('Ready');
  expect(calls.filter(({ route }) => route === 'GET /generate-payroll')).toHaveLength(1);
});

it('leads from a payee to the form that adjusts their balance', async () => {
  const { user } = openPage({
    'GET /payee-payments': () => ({
      affID: 2,
      affName: 'Ann Number 2',
      commission: 20,
      paymentType: 1,
      paymentInfo: '••••1234',
      balance: 10,
      payments: [],
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Ann Number 2' }));
  expect(await screen.findByRole('link', { name: 'Adjust the balance' })).toHaveAttribute(
    'href',
    '/affiliate-payroll?view=adjustments&affID=2',
  );
});

it.each(['/payroll/affiliates', '/payroll/affiliates/2026-10-12'])(
  '%s leads to the one address of the payroll',
  async (path) => {
    const { place } = openPage({}, { path });
    await waitFor(() => expect(place.path).toBe('/payroll/affiliates/2026-10-31'));
    await shows('Ready');
  },
);

it('/payroll is the affiliates’ one; what is no payroll is said', async () => {
  const { place } = openPage({}, { path: '/payroll' });
  await waitFor(() => expect(place.path).toBe('/payroll/affiliates/2026-10-31'));
  openPage({}, { path: '/payroll/managers/2026-10-31' });
  expect(screen.getByText('There is no such payroll.')).toBeInTheDocument();
});

it('a day that no calendar has is no payroll', () => {
  const { calls } = openPage({}, { path: '/payroll/affiliates/2026-13-45' });
  expect(screen.getByText('There is no such payroll.')).toBeInTheDocument();
  expect(calls.map(({ route }) => route)).not.toContain('GET /payroll-overview');
});

it('what could not be loaded is said, and tried again', async () => {
  let fails = true;
  const { user } = openPage({
    'GET /payroll-overview': () => (fails ? failure(503, 'unavailable') : anOverview()),
  });
  await screen.findByText('The payroll could not be loaded.');
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await shows('Ready');
});

it('a generation without rows leaves nothing to wait for', async () => {
  openPage({
    'GET /payroll-runs/g1': () => aRun('g1', 'generate', { rows: 0, amount: 0 }),
    'GET /payroll-runs/g1/rows': () => [],
  });
  await shows('Needs a look');
  expect(screen.queryByText('Loading rows…')).toBeNull();
});

it('a generation that failed is said without the rest, and tried again', async () => {
  let state = 'failed';
  const { user } = openPage({
    'GET /payroll-runs/g1': () => ({ ...(PAGE_API['GET /payroll-runs/g1']() as object), state }),
  });
  await screen.findByText('What is open could not be generated.');
  state = 'completed';
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await shows('Ready');
});
