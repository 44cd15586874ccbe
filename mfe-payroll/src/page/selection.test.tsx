import { screen, waitFor, within } from '@testing-library/react';
import { aRow, aRun } from '../payroll/testing';
import { aFile, anOverview, aPulse, aSentFile, openPage, ROWS, sum } from './testing';

const head = () => screen.getByRole('region', { name: 'State of the payroll' });
const next = (name: string) => within(head()).getByRole('button', { name });
const shows = (text: string | RegExp) => waitFor(() => expect(head()).toHaveTextContent(text));
const boxOf = (name: string) => screen.findByRole('checkbox', { name: `Select ${name}` });

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

it('who was selected as ready is not selected any more once something speaks against the payment', async () => {
  let version = 'v1';
  let overview = anOverview({ files: [aSentFile(7)] }, { filed: sum(1, 5) });
  const { user } = openPage({
    'GET /payroll-pulse': () => aPulse(version),
    'GET /payroll-overview': () => overview,
    'GET /generate-payroll': () => ({ id: version === 'v1' ? 'g1' : 'g2' }),
    'GET /payroll-runs/g2': () => aRun('g2', 'generate', { rows: 4, amount: 101 }),
    'GET /payroll-runs/g2/rows': () => [
      ROWS[0],
      aRow(3, 21, { accountHeld: true, accountChangedAt: '2026-11-02T10:00:00Z' }),
      ...ROWS.slice(2),
    ],
  });
  await user.click(await boxOf('Ann Number 2'));
  await user.click(await boxOf('Ann Number 3'));
  await shows('$30.00 2 people selected');
  overview = { ...overview, progress: { ...overview.progress, open: sum(4, 101) } };
  version = 'v2';
  await waitFor(() => expect(head()).toHaveTextContent('$10.00 1 person selected'), { timeout: 5000 });
});
