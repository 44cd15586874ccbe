/* One report with its pay files: the tests share the payments and the file that they are about. */

import { failure } from '@partnerdesk/web/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { AffiliatePayrollScreen, OperatorsPayrollScreen } from './payroll-screen';
import { aPayment, aProgress, aRun, openScreen, REPORT_API, REPORT_PATH } from './testing';

const open = (path = REPORT_PATH, api = {}) => openScreen(<AffiliatePayrollScreen />, path, api);

it('a report needs both dates, and names the missing one', async () => {
  const { user } = open('/affiliate-payroll?view=reports');
  await user.type(await screen.findByLabelText(/^Start date/), '10/1/2026');
  await user.click(screen.getByRole('button', { name: 'Show Payroll Report' }));
  expect(await screen.findByText('Please select report dates range')).toBeInTheDocument();
  expect(screen.getByLabelText(/^End date/)).toBeInvalid();
  expect(screen.getByLabelText(/^Start date/)).toBeValid();
});

it('a reload keeps the dates in the form', async () => {
  open(REPORT_PATH, REPORT_API);
  expect(await screen.findByRole('table', { name: 'Payroll report' })).toBeInTheDocument();
  expect(screen.getByLabelText(/^Start date/)).toHaveValue('11/1/2026');
  expect(screen.getByLabelText(/^End date/)).toHaveValue('11/21/2026');
});

it('says when a report is empty', async () => {
  open(REPORT_PATH, {
    'GET /payroll-runs/r1': () => aRun('r1', 'report', { startDate: '2026-11-01', rows: 0 }),
  });
  expect(await screen.findByText('Payroll report is empty')).toBeInTheDocument();
});

it('marks what was returned with the reason, and says why a pay file cannot be made', async () => {
  const { user, calls } = open(REPORT_PATH, {
    ...REPORT_API,
    'POST /payment-marks': () => [{ payrollID: 2, outcome: 'marked' }],
    'POST /pay-files': () =>
      failure(409, 'conflict', undefined, 'None of these payments can be in such a file'),
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select payment 2' }));
  await user.click(screen.getByRole('button', { name: 'NACHA file' }));
  expect(await screen.findByText('None of these payments can be in such a file')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Mark returned' }));
  expect(await screen.findByText('Please say why')).toBeInTheDocument();
  const marks = screen.getByRole('button', { name: 'Mark returned' }).parentElement as HTMLElement;
  await user.type(within(marks).getByLabelText('Reason'), 'R03');
  await user.click(screen.getByRole('button', { name: 'Mark returned' }));
  await waitFor(() =>
    expect(calls.find(({ route }) => route === 'POST /payment-marks')?.body).toEqual({
      payrollIDs: [2],
      state: 'returned',
      reason: 'R03',
    }),
  );
});

it('the opened payment says what became of it since', async () => {
  let state = 'executed';
  const { user } = open(REPORT_PATH, {
    ...REPORT_API,
    'GET /payroll-runs/r1/rows': () => [aPayment(1), { ...aPayment(2), state }],
    'POST /payment-marks': () => {
      state = 'paid';
      return [{ payrollID: 2, outcome: 'marked' }];
    },
  });
  const table = await screen.findByRole('table', { name: 'Payroll report' });
  await user.click((await within(table).findAllByRole('button', { name: 'Ann' }))[1] as HTMLElement);
  const payee = screen.getByRole('region', { name: 'Ann (ID 2)' });
  expect(payee).toHaveTextContent('StateExecuted');
  await user.click(screen.getByRole('checkbox', { name: 'Select payment 2' }));
  await user.click(screen.getByRole('button', { name: 'Mark paid' }));
  await waitFor(() => expect(within(table).getByText('Paid')).toBeInTheDocument());
  expect(payee).toHaveTextContent('StatePaid');
});

it('takes a mark back that was made by mistake, with the reason, from the state that was seen', async () => {
  const { user, calls } = open(REPORT_PATH, {
    ...REPORT_API,
    'GET /payroll-runs/r1/rows': () => [aPayment(1), { ...aPayment(2), state: 'paid' }],
    'POST /payment-marks': () => [
      { payrollID: 2, outcome: 'refused', reason: 'It is marked returned by now' },
    ],
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select payment 2' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select payment 1' }));
  // Both states at once have no one way back.
  expect(screen.queryByRole('button', { name: /^Take back/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('checkbox', { name: 'Select payment 1' }));
  await user.click(screen.getByRole('button', { name: 'Take back “paid”' }));
  expect(await screen.findByText('Please say why')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Reason'), 'wrong line');
  await user.click(screen.getByRole('button', { name: 'Take back “paid”' }));
  expect(await screen.findByText('1 not marked: It is marked returned by now')).toBeInTheDocument();
  expect(calls.find(({ route }) => route === 'POST /payment-marks')?.body).toEqual({
    payrollIDs: [2],
    state: 'executed',
    from: 'paid',
    reason: 'wrong line',
  });
});

it('exports what filters leave, however much that is, and not before it is known', async () => {
  const saved: Blob[] = [];
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
    revokeObjectURL: () => undefined,
  });
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const count = 10_002;
  const payments = Array.from({ length: count }, (_, index) => ({
    ...aPayment(index + 1),
    state: index === 0 ? 'executed' : 'paid',
  }));
  let answer = () => {};
  const { user } = open(`${REPORT_PATH}&state=paid`, {
    'GET /payroll-runs/r1': () => aRun('r1', 'report', { startDate: '2026-11-01', rows: count }),
    'GET /payroll-runs/r1/rows': () => new Promise((resolve) => (answer = () => resolve(payments))),
  });
  await user.click(await screen.findByRole('button', { name: 'Export to Excel' }));
  await act(async () => answer());
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^All states/ })).toHaveTextContent('10,002'),
  );
  expect(saved).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Export to Excel' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const rows = (await readText(saved[0] as Blob)).split('<tr').length - 1;
  // With the line of headers.
  expect(rows).toBe(count);
  click.mockRestore();
});

const readText = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });

const FILE = {
  payFileID: 4,
  format: 'nacha',
  payrollType: 1,
  state: 'open',
  progress: { done: 2, total: 2 },
  downloaded: false,
  life: [{ step: 'made', at: '2026-11-01T10:00:00Z', by: 'clerk@example.com' }],
  lines: 2,
  amount: 20,
  leftOut: 0,
  parts: [{ number: 1, fileName: 'nacha-4.txt', lines: 2, downloaded: false }],
  excluded: [{ reason: 'Bad routing number', payments: 120, amount: 600 }],
};

it('marks a whole pay file paid, and shows it in the open report', async () => {
  let paid = false;
  const { user, calls } = open(REPORT_PATH, {
    ...REPORT_API,
    'GET /payroll-runs/r1/rows': () => [{ ...aPayment(1), state: paid ? 'paid' : 'executed' }, aPayment(2)],
    'GET /pay-files': () => [{ ...FILE, downloaded: true }],
    'POST /payment-marks': () => {
      paid = true;
      return [{ payrollID: 1, outcome: 'marked' }];
    },
  });
  expect(await screen.findByText(/Bad routing number/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Mark all paid' }));
  const dialog = screen.getByRole('dialog', { name: 'Mark pay file 4 paid?' });
  expect(within(dialog).getByText('2, $20.00')).toBeInTheDocument();
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await user.click(within(dialog).getByRole('button', { name: 'Mark paid' }));
  expect(await screen.findByText('Marked paid')).toBeInTheDocument();
  const table = screen.getByRole('table', { name: 'Payroll report' });
  expect(await within(table).findByText('Paid')).toBeInTheDocument();
  expect(calls.find(({ route }) => route === 'POST /payment-marks')?.body).toEqual({
    payFileID: 4,
    state: 'paid',
  });
});

it('figures, rows, pay files, selection and buttons agree after each action, however quickly a file is made', async () => {
  const payments: { payrollID: number; state: string; payFileID?: number }[] = [1, 2].map((payrollID) => ({
    ...aPayment(payrollID),
    paymentType: 2,
  }));
  let file: (typeof FILE & { payFileID: number }) | undefined;
  const sumOf = (wanted: (payment: (typeof payments)[number]) => boolean) => {
    const count = payments.filter(wanted).length;
    return { payments: count, amount: count * 10 };
  };
  const inState = (state: string, filed?: boolean) =>
    sumOf((each) => each.state === state && (filed === undefined || filed === Boolean(each.payFileID)));
  const { user } = openScreen(<AffiliatePayrollScreen />, REPORT_PATH, {
    ...REPORT_API,
    'GET /payroll-runs/r1/rows': () => payments.map((payment) => ({ ...payment })),
    'GET /pay-files': () => (file ? [{ ...file }] : []),
    'GET /payroll-progress': () =>
      aProgress({
        open: { payments: 0, amount: 0 },
        executed: inState('executed', false),
        filed: inState('executed', true),
        paid: inState('paid'),
        returned: inState('returned'),
      }),
    'POST /pay-files': () => {
      for (const payment of payments) payment.payFileID = 4;
      // It is made before the list is read for the first time.
      file = { ...FILE, format: 'paypal', downloaded: true };
      return { ...file, state: 'making' };
    },
    'POST /payment-marks': () => {
      for (const payment of payments) payment.state = 'paid';
      file = { ...FILE, format: 'paypal', downloaded: true, leftOut: 2 };
      return payments.map(({ payrollID }) => ({ payrollID, outcome: 'marked' }));
    },
  });
  const agrees = (executed: string, filed: string, paid: string, state: string, settled: string) =>
    waitFor(() => {
      const figure = (label: string) => screen.getByText(label).parentElement;
      expect(figure('Executed, in no file')).toHaveTextContent(executed);
      expect(figure('In pay files')).toHaveTextContent(filed);
      expect(figure('Paid so far')).toHaveTextContent(paid);
      const rows = within(screen.getByRole('table', { name: 'Payroll report' }));
      expect(rows.getAllByText(state)).toHaveLength(2);
      const files = screen.queryByRole('table', { name: 'Pay files' });
      expect(files?.textContent ?? '').toContain(settled);
      expect(screen.getByRole('region', { name: 'Selection' })).toHaveTextContent('0 of 2 rows');
      expect(screen.getByRole('button', { name: 'PayPal file' })).toHaveAttribute('aria-disabled', 'true');
    });
  await screen.findByRole('table', { name: 'Payroll report' });
  await agrees('$20.00', '$0.00', '$0.00', 'Executed', '');
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await user.click(screen.getByRole('button', { name: 'PayPal file' }));
  expect(await screen.findByText('Pay file 4: 2 payments, $20.00')).toBeInTheDocument();
  await agrees('$0.00', '$20.00', '$0.00', 'In pay file 4', 'Downloaded');
  await user.click(screen.getByRole('checkbox', { name: 'Select payment 1' }));
  expect(screen.getByRole('button', { name: 'PayPal file' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('button', { name: 'Mark paid' }));
  await agrees('$0.00', '$0.00', '$20.00', 'Paid', 'Settled');
});

it('a PayPal id has a line of its own, whole on hover', async () => {
  const paymentInfo = 'somebody.with.a.long.name@example.com';
  open(REPORT_PATH, {
    ...REPORT_API,
    'GET /payroll-runs/r1/rows': () => [{ ...aPayment(1), paymentType: 2, paymentInfo }, aPayment(2)],
  });
  expect(await screen.findByText(paymentInfo)).toHaveAttribute('title', paymentInfo);
});

it('a file that was not downloaded cannot be marked paid', async () => {
  open('/affiliate-payroll?view=reports', { 'GET /pay-files': () => [FILE] });
  expect(await screen.findByRole('button', { name: 'Mark all paid' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

it('follows a file that is being made, also after a reload, and says what came of it', async () => {
  const progress = { done: 500, total: 1200 };
  let file: object = { ...FILE, state: 'making', progress, lines: 400, parts: [], excluded: [] };
  open('/affiliate-payroll?view=reports', { 'GET /pay-files': () => [file] });
  expect(await screen.findByText('500 of 1,200 payments')).toBeInTheDocument();
  expect(screen.getByRole('progressbar', { name: 'Making pay file 4' })).toHaveAttribute('value', '500');
  expect(screen.queryByRole('button', { name: 'Mark all paid' })).not.toBeInTheDocument();
  file = FILE;
  expect(await screen.findByText('Pay file 4: 2 payments, $20.00')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'nacha-4.txt' })).toBeInTheDocument();
});

it('the making of a file can be ended', async () => {
  const making = {
    ...FILE,
    state: 'making',
    progress: { done: 0, total: 9 },
    lines: 0,
    parts: [],
    excluded: [],
  };
  const { user, calls } = open('/affiliate-payroll?view=reports', {
    'GET /pay-files': () => [making],
    'DELETE /pay-files/4': () => ({ ...making, state: 'discarded' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(calls.some(({ route }) => route === 'DELETE /pay-files/4')).toBe(true));
});

it('asks before it discards a pay file; Enter twice is a no', async () => {
  const { user, calls } = open('/affiliate-payroll?view=reports', {
    'GET /pay-files': () => [FILE],
    'DELETE /pay-files/4': () => ({ ...FILE, state: 'discarded' }),
  });
  const discard = await screen.findByRole('button', { name: 'Discard' });
  discard.focus();
  await user.keyboard('{Enter}{Enter}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(discard).toHaveFocus();
  expect(calls.some(({ route }) => route === 'DELETE /pay-files/4')).toBe(false);
  await user.click(discard);
  await user.click(screen.getByRole('button', { name: 'Discard file' }));
  await waitFor(() => expect(calls.some(({ route }) => route === 'DELETE /pay-files/4')).toBe(true));
});

it('a file that was downloaded is discarded only with the typed reason', async () => {
  const { user, calls } = open('/affiliate-payroll?view=reports', {
    'GET /pay-files': () => [{ ...FILE, downloaded: true }],
    'DELETE /pay-files/4': () => ({ ...FILE, state: 'discarded' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await user.click(screen.getByRole('button', { name: 'Discard file' }));
  expect(calls.some(({ route }) => route === 'DELETE /pay-files/4')).toBe(false);
  await user.type(screen.getByLabelText('Type “not sent to the bank” to confirm'), 'not sent to the bank');
  await user.click(screen.getByRole('button', { name: 'Discard file' }));
  await waitFor(() =>
    expect(calls.find(({ route }) => route === 'DELETE /pay-files/4')?.body).toEqual({
      reason: 'not sent to the bank',
    }),
  );
});

it('a file of which a payment is marked was sent to the bank: it cannot be discarded', async () => {
  const { user } = open('/affiliate-payroll?view=reports', {
    'GET /pay-files': () => [{ ...FILE, downloaded: true, leftOut: 1, paid: 1 }],
  });
  expect(await screen.findByText('1 paid, 0 returned, 1 open')).toBeInTheDocument();
  const discard = screen.getByRole('button', { name: 'Discard' });
  expect(discard).toHaveAttribute('aria-disabled', 'true');
  await user.click(discard);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('shows the life of each file: who did what and when, and how it stands', async () => {
  const step = (name: string, by: string) => ({ step: name, at: '2026-11-02T15:00:00Z', by });
  const life = [...FILE.life, step('downloaded', 'bob@example.com'), step('marked', 'eve@example.com')];
  const files = [
    { ...FILE, downloaded: true, life, leftOut: 2, paid: 1, approvalID: 9 },
    { ...FILE, payFileID: 3, state: 'discarded', life: [...life, step('discarded', 'kim@example.com')] },
    { ...FILE, payFileID: 2, state: 'discarded', failure: 'None of these payments can be in such a file' },
    { ...FILE, payFileID: 1, downloaded: true, leftOut: 1, parts: [] },
  ];
  open('/affiliate-payroll?view=reports', { 'GET /pay-files': () => files });
  const table = await screen.findByRole('table', { name: 'Pay files' });
  const [settled, discarded, failed, older] = within(table).getAllByRole('row').slice(1);
  expect(settled).toHaveTextContent(/2\$20.00Settled1 paid, 1 returned, 0 openDiscarding waits for approval/);
  expect(settled).toHaveTextContent(
    /Made Nov 1, 2026, clerk@.*Downloaded Nov 2, 2026, bob@.*Last marked .*eve@/,
  );
  expect(within(settled as HTMLElement).getByRole('button', { name: 'Mark all paid' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(discarded).toHaveTextContent(/Discarded Nov 2, 2026, kim@example.com/);
  expect(failed).toHaveTextContent('Not madeNone of these payments can be in such a file');
  expect(older).toHaveTextContent('Downloaded1 of 2 paid or returned');
  const exported = screen.getByRole('link', { name: 'Export CSV' });
  expect(exported).toHaveAttribute('href', '/api/export-pay-files?payrollType=1');
  expect(within(discarded as HTMLElement).queryByRole('button', { name: 'Discard' })).not.toBeInTheDocument();
});

it('a download waits for the confirmation that it takes, once for a double click, and is followed until it is recorded', async () => {
  let downloaded = false;
  let answer: unknown = failure(403, 'forbidden');
  const { user, calls } = open('/affiliate-payroll?view=reports', {
    'GET /pay-files': () => [{ ...FILE, downloaded }],
    'GET /confirmation': () => answer,
  });
  const link = await screen.findByRole('link', { name: 'nacha-4.txt' });
  const started: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    started.push(this.getAttribute('href') ?? '');
  });
  await user.click(link);
  await waitFor(() => expect(calls.some(({ route }) => route === 'GET /confirmation')).toBe(true));
  expect(started).toEqual([]);
  answer = true;
  downloaded = true;
  await user.dblClick(link);
  expect(await screen.findByText('Downloaded')).toBeInTheDocument();
  expect(started).toEqual(['/api/pay-files/4/parts/1']);
  expect(screen.getByRole('button', { name: 'Mark all paid' })).toHaveAttribute('aria-disabled', 'false');
});

it('counts by reason who could not be in a file, and pages through them', async () => {
  let fails = true;
  const { user, calls } = open('/affiliate-payroll?view=reports', {
    'GET /pay-files': () => [FILE],
    'GET /pay-files/4/excluded': ({ query }: { query: Record<string, string> }) =>
      fails
        ? failure(503, 'unavailable')
        : [{ payrollID: 3, personID: 3, name: `Bob ${query.page}`, amount: 5, reason: 'Bad routing number' }],
  });
  expect(await screen.findByText(/120 payments, \$600.00: Bad routing number/)).toBeInTheDocument();
  expect(calls.some(({ route }) => route === 'GET /pay-files/4/excluded')).toBe(false);
  await user.click(screen.getByRole('button', { name: 'List them' }));
  expect(await screen.findByText('They could not be listed.')).toBeInTheDocument();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(/Bob 1 /)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText(/Bob 2 /)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
});

it('operators: asks for the Operator ID, and sends type 2', async () => {
  const { user, calls } = openScreen(<OperatorsPayrollScreen />, '/operators-payroll');
  await user.type(screen.getByLabelText(/^End date/), '10/31/2026');
  await user.click(screen.getByRole('radio', { name: 'One operator' }));
  await user.click(screen.getByRole('button', { name: 'Generate Payroll' }));
  expect((await screen.findAllByText('Please enter Operator ID')).length).toBeGreaterThan(0);
  await user.type(screen.getByLabelText(/^Operator ID/), '7');
  await user.click(screen.getByRole('button', { name: 'Generate Payroll' }));
  await waitFor(() =>
    expect(calls.find(({ route }) => route === 'GET /generate-payroll')?.query).toEqual({
      affID: '7',
      endDate: '10/31/2026',
      payrollType: '2',
    }),
  );
});

it('operators: rows have staff ids and names', async () => {
  const { affID: _, affName: __, ...payment } = aPayment(2);
  openScreen(<OperatorsPayrollScreen />, REPORT_PATH.replace('affiliate', 'operators'), {
    ...REPORT_API,
    'GET /payroll-runs/r1': () => aRun('r1', 'report', { payrollType: 2, rows: 1 }),
    'GET /payroll-runs/r1/rows': () => [{ ...payment, staffID: 77, staffName: 'Sam Ortiz' }],
  });
  expect(await screen.findByText('Sam Ortiz')).toBeInTheDocument();
  expect(screen.getByText('ID 77')).toBeInTheDocument();
});
