import { screen } from '@testing-library/react';
import { renderApp } from '../testing';
import { PeriodFields, usePeriod } from './period-fields';

function Period({ onTake }: { onTake?: (range: unknown) => void }) {
  const period = usePeriod('Dates, please');
  return (
    <>
      <PeriodFields period={period} />
      <button type="button" onClick={() => onTake?.(period.take())}>
        Take
      </button>
    </>
  );
}

const field = (label: string) => screen.getByLabelText(label);
const open = (today = '2026-11-21', onTake?: (range: unknown) => void) =>
  renderApp(<Period onTake={onTake} />, { configuration: { today } });

it.each([
  ['Today', '11/21/2026', '11/21/2026'],
  ['Yesterday', '11/20/2026', '11/20/2026'],
  ['Last Month', '10/1/2026', '10/31/2026'],
  ['This Month', '11/1/2026', '11/21/2026'],
  ['Last 7 Days', '11/15/2026', '11/21/2026'],
  ['This Quarter', '10/1/2026', '11/21/2026'],
  ['This Year', '1/1/2026', '11/21/2026'],
  ['All Time', '11/21/2016', '11/21/2026'],
  ['Select...', '', ''],
])('%s fills both dates', async (preset, startDate, endDate) => {
  const { user } = open();
  await user.selectOptions(field('Period'), 'Yesterday');
  await user.selectOptions(field('Period'), preset);
  expect([field('Start date'), field('End date')].map((input) => (input as HTMLInputElement).value)).toEqual([
    startDate,
    endDate,
  ]);
});

it('a date that is typed leaves the preset; dates of a preset choose it', async () => {
  const { user } = open();
  await user.selectOptions(field('Period'), 'This Month');
  await user.clear(field('Start date'));
  await user.type(field('Start date'), '2026-11-05');
  expect(field('Period')).toHaveDisplayValue('Select...');
  await user.clear(field('Start date'));
  await user.type(field('Start date'), '2026-11-01');
  expect(field('Period')).toHaveDisplayValue('This Month');
});

it('on the first of a month, when presets share a day, what was chosen stays', async () => {
  const { user } = open('2026-11-01');
  await user.selectOptions(field('Period'), 'This Month');
  await user.clear(field('End date'));
  await user.type(field('End date'), '2026-11-01');
  expect(field('Period')).toHaveDisplayValue('Today');
  await user.selectOptions(field('Period'), 'This Month');
  expect(field('Period')).toHaveDisplayValue('This Month');
});

it('says what is missing, and marks the field', async () => {
  const taken: unknown[] = [];
  const { user } = open('2026-11-21', (range) => taken.push(range));
  await user.type(field('Start date'), '2026-11-21');
  await user.click(screen.getByRole('button', { name: 'Take' }));
  expect(screen.getByText('Dates, please')).toBeInTheDocument();
  expect(field('End date')).toBeInvalid();
  expect(field('Start date')).toBeValid();
  await user.type(field('End date'), '2026-11-20');
  await user.click(screen.getByRole('button', { name: 'Take' }));
  expect(field('End date')).toHaveAccessibleDescription('Before the start date');
  await user.clear(field('End date'));
  await user.type(field('End date'), '2026-11-21');
  await user.click(screen.getByRole('button', { name: 'Take' }));
  expect(taken).toEqual([undefined, undefined, { startDate: '2026-11-21', endDate: '2026-11-21' }]);
});
