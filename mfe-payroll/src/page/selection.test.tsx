// Its matchers.
import '@partnerdesk/web/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { aPreview, aRow, aRun } from '../payroll/testing';
import { aFile, anExecuted, anOverview, aPulse, aSentFile, openPage, ROWS, sum } from './testing';

const head = () => screen.getByRole('region', { name: 'State of the payroll' });
const next = (name: string) => within(head()).getByRole('button', { name });
const shows = (text: string | RegExp) => waitFor(() => expect(head()).toHaveTextContent(text));
const boxOf = (name: string) => screen.findByRole('checkbox', { name: `Select ${name}` });

const NO_SUMS = { nacha: sum(0, 0), paypal: sum(0, 0), unknown: sum(0, 0) };

/** A payroll of which a part is executed, and is in these files. */
const withFiles = (...files: object[]) => ({
  'GET /payroll-overview': () => anOverview({ files }, { filed: sum(1, 5) }),
});

it.each([
  ['made', aFile(7), 'Download the file'],
  ['sent', aSentFile(7), 'Mark as paid'],
])('files that are %s come first, until somebody selects who is executed next', async (_name, file, step) => {
  const { user } = openPage(withFiles(file));
  const look = await boxOf('Ann Number 5');
  const ready = await boxOf('Ann Number 2');
  expect(ready).not.toBeChecked();
  expect(next(step)).toBeInTheDocument();
  for (const [box, amount] of [
    [look, '$40.00'],
    [ready, '$10.00'],
  ] as const) {
    await user.click(box);
    await shows(`${amount} 1 person selected`);
    expect(next('Execute and make the files')).toBeEnabled();
    expect(within(head()).getAllByRole('button')).toHaveLength(1);
    await user.click(box);
    await shows('$5.00 1 person in pay files');
    expect(next(step)).toBeInTheDocument();
  }
});

it.each([
  ['is over', '2026-11-02'],
  ['goes on', '2026-10-30'],
])(
  'while a period %s, what is in no file yet comes first, until somebody selects who is executed next',
  async (_when, today) => {
    const unfiled = { ...NO_SUMS, nacha: sum(1, 5) };
    const overview = anOverview({ unfiled }, { executed: sum(1, 5) });
    const { user } = openPage({ 'GET /payroll-overview': () => overview }, { configuration: { today } });
    const ready = await boxOf('Ann Number 2');
    expect(ready).not.toBeChecked();
    await shows('$5.00 1 person in no file yet');
    expect(next('Make the files')).toBeInTheDocument();
    await user.click(ready);
    await shows('$10.00 1 person selected');
    expect(next('Execute and make the files')).toBeEnabled();
  },
);

/** The page of a payroll that is generated again, with these rows, once it has changed. */
function openChanging(before: ReturnType<typeof anOverview>, rows: readonly unknown[]) {
  let version = 'v1';
  let overview = before;
  const page = openPage({
    'GET /payroll-pulse': () => aPulse(version),
    'GET /payroll-overview': () => overview,
    'GET /generate-payroll': () => ({ id: version === 'v1' ? 'g1' : 'g2' }),
    'GET /payroll-runs/g2': () => aRun('g2', 'generate', { rows: 4, amount: 101 }),
    'GET /payroll-runs/g2/rows': () => rows,
  });
  const change = () => {
    overview = { ...overview, progress: { ...overview.progress, open: sum(4, 101) } };
    version = 'v2';
  };
  return { ...page, change };
}

it('who was selected as ready is not selected any more once something speaks against the payment', async () => {
  const { user, change } = openChanging(anOverview({ files: [aSentFile(7)] }, { filed: sum(1, 5) }), [
    ROWS[0],
    aRow(3, 21, { accountHeld: true, accountChangedAt: '2026-11-02T10:00:00Z' }),
    ...ROWS.slice(2),
  ]);
  await user.click(await boxOf('Ann Number 2'));
  await user.click(await boxOf('Ann Number 3'));
  await shows('$30.00 2 people selected');
  change();
  await waitFor(() => expect(head()).toHaveTextContent('$10.00 1 person selected'));
});

it('who was selected in spite of a reason to look is not selected any more once the account changes again', async () => {
  const { user, change } = openChanging(anOverview(), [
    aRow(2, 11),
    ...ROWS.slice(1, 3),
    { ...ROWS[3], accountChangedAt: '2026-11-02T10:00:00Z' },
  ]);
  await user.click(await boxOf('Ann Number 4'));
  await user.click(await boxOf('Ann Number 5'));
  await shows('$100.00 4 people selected');
  change();
  await waitFor(() => expect(head()).toHaveTextContent('$61.00 3 people selected'));
});

it('while it executes it has the sum of that, and what was executed is not offered again', async () => {
  let progress: object = { state: 'active', progress: { done: 0, total: 1 } };
  let overview = anOverview();
  let answerOverview = () => {};
  let isHeld = false;
  const { user } = openPage({
    'POST /payroll-preview': () => aPreview({ unknown: 0, persons: 1, amount: 20 }),
    'GET /payroll-runs/x1': () => aRun('x1', 'execute', { rows: 1, outcomes: { executed: 1 }, ...progress }),
    'GET /payroll-overview': async () => {
      if (isHeld)
        await new Promise<void>((resolve) => {
          answerOverview = resolve;
        });
      return overview;
    },
  });
  await user.click(await boxOf('Ann Number 2'));
  await shows('$20.00 1 person selected');
  const seen: string[] = [];
  const watched = new MutationObserver(() => seen.push(head().textContent ?? ''));
  watched.observe(head(), { childList: true, subtree: true, characterData: true });
  await user.click(next('Execute and make the files'));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('$20.00');
  seen.length = 0;
  await user.click(within(dialog).getByRole('button', { name: 'Execute and make the files' }));
  await shows(/^Executing.*\$20\.00 1 payment being executed.*Open\$100\.00 4 people.*0 of 1/);
  expect(screen.getByRole('checkbox', { name: 'Select Ann Number 3' })).not.toBeChecked();
  isHeld = true;
  overview = anOverview({ files: [aFile(7)] }, { open: sum(3, 80), filed: sum(1, 20) });
  progress = {};
  expect(await screen.findByText('Payroll was executed successfully')).toBeInTheDocument();
  await shows(/^Executing.*\$20\.00/);
  isHeld = false;
  answerOverview();
  await shows('$20.00 1 person in pay files');
  watched.disconnect();
  expect(seen.filter((text) => /Ready|Execute and|Generating/.test(text))).toEqual([]);
});

it('the focus waits in the head while what was confirmed executes, and goes on with the next step', async () => {
  let progress: object = { state: 'active' };
  let overview = anOverview();
  const { user } = openPage({
    'POST /payroll-preview': () => aPreview({ unknown: 0 }),
    'GET /payroll-runs/x1': () => aRun('x1', 'execute', { outcomes: { executed: 2 }, ...progress }),
    'GET /payroll-overview': () => overview,
  });
  await shows('$30.00 2 people selected');
  await user.click(next('Execute and make the files'));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('$30.00');
  within(dialog).getByRole('button', { name: 'Execute and make the files' }).focus();
  await user.keyboard('{Enter}');
  await shows('Executing');
  expect(head()).toContainElement(document.activeElement as HTMLElement);
  overview = anExecuted({ files: [aFile(7)] }, { filed: sum(2, 30) });
  progress = {};
  await shows('Files made');
  expect(next('Download the file')).toHaveFocus();
});

/** Executes what is ready; the worker then makes its files of $30.00 as the test says. */
async function execute(unfiled: object) {
  let overview = anOverview();
  let version = 'v1';
  const app = openPage({
    'POST /payroll-preview': () => aPreview({ unknown: 0 }),
    'GET /payroll-runs/x1': () => aRun('x1', 'execute', { outcomes: { executed: 2 } }),
    'GET /payroll-pulse': () => aPulse(version),
    'GET /payroll-overview': () => overview,
  });
  await shows('$30.00 2 people selected');
  await app.user.click(next('Execute and make the files'));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('$30.00');
  overview = anExecuted({ unfiled: { ...NO_SUMS, ...unfiled } }, { executed: sum(2, 30) });
  await app.user.click(within(dialog).getByRole('button', { name: 'Execute and make the files' }));
  await screen.findByText('Payroll was executed successfully');
  return (now: object) => {
    overview = now as typeof overview;
    version = 'v2';
  };
}
it('the files that were asked for are being made until one is there: nothing is offered to be made again', async () => {
  const answer = await execute({ nacha: sum(2, 30) });
  await shows(/^Making the files.*\$30\.00 2 people for pay files/);
  expect(within(head()).queryByRole('button')).toBeNull();
  answer(anExecuted({ files: [aFile(7)] }, { filed: sum(2, 30) }));
  await waitFor(() => expect(head()).toHaveTextContent('Files made'), { timeout: 5000 });
});

it('files that do not come are made by hand', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  try {
    await execute({ nacha: sum(2, 30) });
    await shows('Making the files');
    act(() => jest.advanceTimersByTime(10_000));
    expect(next('Make the files')).toBeEnabled();
  } finally {
    jest.useRealTimers();
  }
});

it('files that failed are made by hand', async () => {
  const answer = await execute({ nacha: sum(2, 30) });
  await shows('Making the files');
  const failed = aFile(7, { state: 'discarded', failure: 'Bank closed' });
  const unfiled = { ...NO_SUMS, nacha: sum(2, 30) };
  answer(anExecuted({ files: [failed], unfiled }, { executed: sum(2, 30) }));
  await waitFor(() => expect(next('Make the files')).toBeEnabled(), { timeout: 5000 });
});

it('no file is waited for where none can hold what was executed', async () => {
  await execute({ unknown: sum(2, 30) });
  await shows(/^Needs a look.*\$30\.00 2 people in no file/);
});

it('having more rows shown goes on with the first of them', async () => {
  const look = Array.from({ length: 30 }, (_, index) => aRow(10 + index, 5, { paymentType: 0 }));
  const { user } = openPage({
    'GET /payroll-runs/g1': () => aRun('g1', 'generate', { rows: look.length, amount: 150 }),
    'GET /payroll-runs/g1/rows': () => look,
  });
  await boxOf('Ann Number 13');
  for (const first of [14, 34]) {
    screen.getByRole('button', { name: 'Show more' }).focus();
    await user.keyboard('{Enter}');
    expect(await boxOf(`Ann Number ${first}`)).toHaveFocus();
  }
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});
